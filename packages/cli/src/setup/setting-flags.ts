import { variables } from '@wordrise/core/settings';
import { Option } from 'commander';

/** A flag for each setting that setup asks for, such as `--data-dir <folder>` for `DATA_DIR`. */
export const settingFlags = () =>
  variables.flatMap(({ name, purpose, secret, setup }) => {
    if (!setup) return [];
    const flag = `--${name.toLowerCase().replaceAll('_', '-')} <${setup.placeholder}>`;
    const help = secret ? `${purpose} (better in --answers)` : purpose;
    return [{ name, option: new Option(flag, help).helpGroup('Settings:') }];
  });
