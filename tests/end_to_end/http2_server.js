// A small site over HTTP/2 alone, on 127.0.0.1: for the tests of cocite crawl.
//
//   node http2_server.js KEY.pem CERTIFICATE.pem
//
// Prints its port, then a line for each request: "2.0 /path". Ends when its input ends.
'use strict';
const http2 = require('http2');
const fs = require('fs');

const server = http2.createSecureServer({
  key: fs.readFileSync(process.argv[2]),
  cert: fs.readFileSync(process.argv[3]),
  allowHTTP1: false,
});
server.on('stream', (stream, headers) => {
  const path = headers[':path'];
  console.log(`2.0 ${path}`);
  if (path === '/robots.txt') {
    stream.respond({ ':status': 404 });
    stream.end();
  } else if (path === '/moved') {
    stream.respond({ ':status': 301, location: '/two' });
    stream.end();
  } else {
    stream.respond({ ':status': 200, 'content-type': 'text/html' });
    stream.end(path === '/' ? '<title>Two</title><a href=/two>x</a><a href=/moved>y</a>' : `<title>${path}</title>`);
  }
});
server.on('sessionError', () => {});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.stdin.on('end', () => process.exit(0)).resume();
