// cocite mcp, and /mcp of cocite serve, asked by the official client library for TypeScript.
//
//   node tests/mcp_walk.mjs --cocite ../build/dev/cocite
//
// Exit code 77: the library needs a newer Node.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { cocite: { type: 'string' } } });
if (!values.cocite) {
  console.error('mcp_walk: name the program with --cocite');
  process.exit(2);
}
if (Number.parseInt(process.versions.node, 10) < 20) {
  console.error('mcp_walk: the client library needs Node 20; skipped');
  process.exit(77);
}
const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
const cocite = resolve(values.cocite);
const folder = mkdtempSync(join(tmpdir(), 'cocite-mcp-'));
const store = join(folder, 'web.cocite');
writeFileSync(join(folder, 'links.tsv'), 'hub.example/\tapples.example/\nhub.example/\tpears.example/\n');
execFileSync(cocite, ['import', store, join(folder, 'links.tsv'), '--quiet']);

async function ask(transport, revision) {
  const mode = revision === '2026-07-28' ? { pin: revision } : 'legacy';
  const client = new Client({ name: 'walk', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  assert.equal(client.getNegotiatedProtocolVersion(), revision);
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name).sort(), ['audit', 'linkers', 'page', 'related', 'search']);
  const found = await client.callTool({ name: 'related', arguments: { page: ['apples.example'], budget: 500 } });
  assert.ok(!found.isError);
  assert.match(found.content[0].text, /pears\.example/);
  const missing = await client.callTool({ name: 'related', arguments: { page: ['nowhere.example'] } });
  assert.ok(missing.isError);
  const { resources } = await client.listResources();
  assert.deepEqual(resources.map((one) => one.uri), ['cocite://web/']);
  const { contents } = await client.readResource({ uri: 'cocite://web/hub.example/' });
  assert.match(contents[0].text, /Links out:/);
  await client.close();
}

const service = spawn(cocite, ['serve', store, '--listen', '127.0.0.1:0', '--access-log', 'off'], { stdio: ['ignore', 'ignore', 'pipe'] });
try {
  let address = '';
  for await (const line of createInterface({ input: service.stderr })) {
    address = line.match(/http:\/\/[0-9.:]+\//)?.[0] ?? '';
    if (address) break;
  }
  for (const revision of ['2025-11-25', '2026-07-28']) {
    await ask(new StdioClientTransport({ command: cocite, args: ['mcp', store] }), revision);
    await ask(new StreamableHTTPClientTransport(new URL('mcp', address)), revision);
    console.log(`ok    ${revision}: over standard input and over HTTP`);
  }
} finally {
  service.kill();
  rmSync(folder, { recursive: true, force: true });
}
