import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dark, light } from '../../packages/admin-ui/src/design/palettes.ts';

const properties = (palette: Record<string, string>) =>
  Object.entries(palette)
    .map(([name, value]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value};`)
    .join(' ');

/** The product's colors, and the look of the pages. */
export function styleSheet(): string {
  return `:root { ${properties(light)} color-scheme: light; }
@media (prefers-color-scheme: dark) { :root { ${properties(dark)} color-scheme: dark; } }
${readFileSync(join(import.meta.dirname, 'style.css'), 'utf8')}`;
}
