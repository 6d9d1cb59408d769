import { variables } from '@wordrise/core/settings';
import type { OptionDefinition } from '../command-line/options.ts';

/** An option for each setting that setup asks for: `dataDir`, which is `--data-dir`, for `DATA_DIR`. */
export function settingOptions(): Record<string, OptionDefinition> {
  const options = variables.flatMap(({ name, purpose, secret, setup }) => {
    if (!setup) return [];
    const help = secret ? `${purpose} (better in --answers)` : purpose;
    return [[optionOf(name), { value: setup.placeholder, help, heading: 'Settings:' }]];
  });
  return Object.fromEntries(options);
}

/** `DATA_DIR` is `dataDir`. */
export function optionOf(name: string): string {
  return name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
