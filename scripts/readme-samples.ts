import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

export interface Sample {
  /** The README, such as `packages/core/README.md`. */
  source: string;
  code: string;
}

/** What is around a sample: the widgets' script, an analytics function of the owner, a page that a server makes. */
export const samplePrelude = `
declare function track(event: string): void;
declare let html: string;
declare const Wordrise: typeof import('@wordrise/widgets/element');
export {};
`;

/** The JavaScript and TypeScript samples of all READMEs that are complete by themselves. */
export function readmeSamples(): Sample[] {
  const files = execFileSync('git', ['ls-files', '*README.md'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');
  return files.flatMap((source) => {
    const text = readFileSync(join(root, source), 'utf8');
    const blocks = [...text.matchAll(/^```(?:ts|js|tsx|jsx)\n(.*?)^```/gms)].map(([, code = '']) => code);
    return (
      blocks
        .filter((code) => /\bimport\b|\bWordrise\./.test(code))
        // An element alone stands for a place in a page.
        .map((code) => ({ source, code: code.replaceAll(/^<.*\/>$/gm, '$&;') }))
    );
  });
}
