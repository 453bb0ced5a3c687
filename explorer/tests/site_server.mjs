// A static web server as sites have it: files, index files, addresses without .html, and a strict content policy.
import { createServer } from 'node:http';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';

const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.json': 'application/json' };

// `below`: the path that the folder is served at. `asked`: what was asked for, with its bytes.
export async function serveFolder(folder, below = '') {
  const asked = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const path = decodeURIComponent(pathname);
    const inside = path.startsWith(`${below}/`) && !path.includes('..') ? join(folder, path.slice(below.length)) : '';
    const file = [inside, `${inside}.html`, join(inside, 'index.html')].find((one) => inside && existsSync(one) && statSync(one).isFile());
    const bytes = file ? readFileSync(file) : Buffer.from('not found');
    asked.push({ path, bytes: bytes.length, found: Boolean(file) });
    response.writeHead(file ? 200 : 404, {
      'content-type': file ? types[extname(file)] || 'application/octet-stream' : 'text/plain',
      'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; require-trusted-types-for 'script'",
    });
    response.end(bytes);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${server.address().port}`, asked, stop: () => new Promise((resolve) => server.close(resolve)) };
}
