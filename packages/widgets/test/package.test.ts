import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dist, ensurePackageBuilt, packageDir } from './built.ts';

const root = join(packageDir, '../..');
const npx = (...args: string[]) => spawnSync('npx', args, { cwd: packageDir, encoding: 'utf8' });

let work: string;
/** The installed package's folder. */
let installed: string;
let packed: string[];
beforeAll(async () => {
  await ensurePackageBuilt();
  work = mkdtempSync(join(tmpdir(), 'widgets-'));
  const [tarball] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', work], {
      cwd: packageDir,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  packed = tarball.files.map(({ path }: { path: string }) => path);
  execFileSync('tar', ['-xzf', join(work, tarball.filename), '-C', work]);
  installed = join(work, 'package');
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** A project with the package and only the given modules. */
function givenProject(name: string, modules: Record<string, string>): string {
  const project = join(work, name);
  mkdirSync(join(project, 'node_modules/@wordrise'), { recursive: true });
  cpSync(installed, join(project, 'node_modules/@wordrise/widgets'), { recursive: true });
  for (const [module, target] of Object.entries(modules)) {
    mkdirSync(dirname(join(project, 'node_modules', module)), { recursive: true });
    symlinkSync(target, join(project, 'node_modules', module));
  }
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  return project;
}

function run(project: string, code: string): string {
  const file = join(project, `run-${randomBytes(4).toString('hex')}.mjs`);
  writeFileSync(file, code);
  return execFileSync(process.execPath, [file], { cwd: project, encoding: 'utf8' });
}

test('packs only the files that are used', () => {
  const plain = packed.filter((path) => !path.endsWith('.d.ts') && !path.endsWith('.map'));
  expect(plain.sort()).toEqual([
    'LICENSE',
    'README.md',
    'dist/THIRD-PARTY-NOTICES.txt',
    'dist/bot-check.js',
    'dist/element.js',
    'dist/index.js',
    'dist/server.js',
    'dist/style.css',
    'dist/today.css',
    'dist/today.js',
    'dist/wordrise-today.js',
    'dist/wordrise-widgets.js',
    'package.json',
  ]);
  expect(packed.filter((path) => /test|tsbuildinfo/.test(path))).toEqual([]);
});

test.each(['publint', 'attw'])(
  '%s finds nothing',
  (tool) => {
    const { status, stdout, stderr } = npx(tool, ...(tool === 'attw' ? ['--pack', '.'] : ['--strict']));
    expect({ status, output: status ? stdout + stderr : '' }).toEqual({ status: 0, output: '' });
  },
  60_000,
);

test('contains no other package of ours and no build tools', () => {
  for (const file of [
    'index.js',
    'today.js',
    'element.js',
    'wordrise-widgets.js',
    'wordrise-today.js',
    'bot-check.js',
    'server.js',
  ]) {
    const code = readFileSync(dist(file), 'utf8');
    const imports = [...code.matchAll(/(?:from|import)\s*["']([^"']+)["']/g)].map(([, name]) => name);
    const isForReact = ['index.js', 'today.js'].includes(file);
    expect(imports.toSorted()).toEqual(isForReact ? ['react', 'react/jsx-runtime'] : []);
    expect(code).not.toMatch(/zod|vanilla/i);
  }
  const declarations = packed.filter((path) => path.endsWith('.d.ts'));
  for (const path of declarations)
    expect(readFileSync(join(installed, path), 'utf8')).not.toContain('@wordrise/core');
});

/** Markup with sorted attributes and without React's unique id prefixes. */
function canonical(html: string): string {
  const template = document.createElement('template');
  template.innerHTML = html;
  for (const element of template.content.querySelectorAll('*')) {
    const attributes = [...element.attributes].sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const { name, value } of attributes) {
      element.removeAttribute(name);
      element.setAttribute(name, value.replace(/^[:_«][rR].*[:_»](?=\w)/, ''));
    }
  }
  return template.innerHTML;
}

const reacts = {
  18: join(root, 'examples/react-server-rendered/node_modules'),
  19: dirname(dirname(createRequire(import.meta.url).resolve('react/package.json'))),
};

describe.each([18, 19] as const)('React %i', (version) => {
  const modules = reacts[version];
  const project = () =>
    givenProject(`react-${version}-${randomBytes(4).toString('hex')}`, {
      react: join(modules, 'react'),
      'react-dom': join(modules, 'react-dom'),
    });

  test('renders both components on a server, like the element’s own renderer', () => {
    const output = run(
      project(),
      `import { version, createElement as h, StrictMode } from 'react';
       import { renderToStaticMarkup } from 'react-dom/server';
       import { SamplePreview, SignupForm } from '@wordrise/widgets';
       import { renderSampleElement, renderSignupElement } from '@wordrise/widgets/server';
       const inner = (html) => html.match(/<div>(.*)<\\/div>(<noscript>|<\\/template>)/s)[1];
       const cases = [{}, { mode: 'link', apiUrl: 'https://x.example/' }, { theme: 'dark', lang: 'de', favoriteWord: false,
         texts: { note: 'a "b" [c](https://d.example/?e&f) <g>', button: "H'i" } }];
       const pairs = cases.map((options) => [
         renderToStaticMarkup(h(StrictMode, null, h(SignupForm, options))), inner(renderSignupElement(options))]);
       const sample = { productName: 'Dawn', theme: 'light' };
       pairs.push([renderToStaticMarkup(h(SamplePreview, sample)), inner(renderSampleElement(sample))]);
       console.log(JSON.stringify({ version, pairs }));`,
    );
    const { version: used, pairs } = JSON.parse(output) as { version: string; pairs: [string, string][] };
    expect(used).toMatch(new RegExp(`^${version}\\.`));
    for (const [react, ours] of pairs) expect(canonical(react)).toBe(canonical(ours));
    expect(pairs[0]?.[0]).toContain('<button type="submit" part="button">Sign Up</button>');
  });
});

test('the element and the server part load without React or a document', () => {
  const output = run(
    givenProject('bare', {}),
    `import { mountSignupForm } from '@wordrise/widgets/element';
     import { renderSignupElement, stylesHash } from '@wordrise/widgets/server';
     console.log(typeof mountSignupForm, typeof renderSignupElement, stylesHash.slice(0, 7));`,
  );
  expect(output.trim()).toBe('function function sha256-');
});

test('has correct types, for bundlers and for Node', () => {
  const project = givenProject('typed', {
    react: join(reacts[19], 'react'),
    '@types/react': join(reacts[19], '@types/react'),
  });
  writeFileSync(
    join(project, 'page.tsx'),
    `import { SamplePreview, SignupForm, type SignupOptions } from '@wordrise/widgets';
     import { mountSignupForm } from '@wordrise/widgets/element';
     import { renderSignupElement, styles } from '@wordrise/widgets/server';
     const options: SignupOptions = { apiUrl: 'https://x.example', texts: { button: 'Join', 'bot_check.rejected': 'No.' } };
     export const page = <><SignupForm {...options} onError={({ code, retryAfter }) => code + retryAfter?.toFixed()} /><SamplePreview theme="dark" /></>;
     export const html: string = renderSignupElement({ ...options, styles: 'inline' }) + styles;
     mountSignupForm(document.body, options).theme = 'light';
     document.querySelector('wordrise-signup')!.favoriteWord = false;
     document.addEventListener('wordrise:success', ({ detail }) => detail.message.trim());
     document.body.addEventListener('wordrise:error', ({ detail }) => detail.code + detail.retryAfter?.toFixed());
     // @ts-expect-error: there is no such theme
     export const wrong = <SignupForm theme="pink" />;`,
  );
  const compilerOptions = {
    strict: true,
    noEmit: true,
    jsx: 'react-jsx',
    types: [],
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['page.tsx'] }));
  const tsc = join(root, 'node_modules/.bin/tsc');
  for (const [module, resolution] of [
    ['esnext', 'bundler'],
    ['nodenext', 'nodenext'],
  ] as const) {
    const args = ['-p', project, '--module', module, '--moduleResolution', resolution];
    const { status, stdout } = spawnSync(tsc, args, { encoding: 'utf8' });
    expect({ resolution, status, stdout }).toEqual({ resolution, status: 0, stdout: '' });
  }
});

test('the size check fails when a file exceeds its budget', () => {
  const script = join(packageDir, 'scripts/check-size.mjs');
  const check = (folder: string) => spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
  expect(check(dist('.')).status).toBe(0);

  const fat = join(work, 'fat');
  mkdirSync(fat);
  for (const file of readdirSync(dist('.')).filter((name) => /\.(js|css)$/.test(name)))
    cpSync(dist(file), join(fat, file));
  writeFileSync(join(fat, 'style.css'), randomBytes(2_000));
  expect(check(fat)).toMatchObject({ status: 1, stderr: expect.stringContaining('style.css is') });
});
