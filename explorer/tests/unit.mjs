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
  // All in one file and one process: starting one for each took longer than the tests.
  const all = join(out, 'all.mjs');
  await build({
    stdin: {
      contents: testsIn(join(root, 'src'))
        .map((path) => `import ${JSON.stringify(path)};`)
        .join('\n'),
      resolveDir: root,
    },
    outfile: all,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  });
  process.exitCode = spawnSync(process.execPath, [all], { stdio: 'inherit' }).status ?? 1;
} finally {
  rmSync(out, { recursive: true });
}
