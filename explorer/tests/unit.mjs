// Unit tests: every src/**/*.test.ts, made into JavaScript by the builder that is there anyway
// (esbuild, of vite), and run by Node's own test runner.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

function testsIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return testsIn(path);
    return entry.name.endsWith('.test.ts') ? [path] : [];
  });
}

const out = mkdtempSync(join(tmpdir(), 'cocite-explorer-'));
try {
  const entryPoints = testsIn(join(root, 'src'));
  await build({
    entryPoints,
    outdir: out,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  });
  const files = readdirSync(out, { recursive: true }).map(String);
  const tests = entryPoints.map((path) => path.replace(/^.*\//, '').replace(/\.ts$/, '.mjs'));
  const paths = tests.map((name) => join(out, files.find((file) => file.endsWith(name))));
  process.exitCode = spawnSync(process.execPath, ['--test', ...paths], { stdio: 'inherit' }).status ?? 1;
} finally {
  rmSync(out, { recursive: true });
}
