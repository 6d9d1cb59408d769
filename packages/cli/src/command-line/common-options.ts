import { fileFormats } from '@wordrise/core/constants';
import type { Command } from './define-command.ts';
import type { OptionDefinition, Options } from './options.ts';

export const helpOption: OptionDefinition = { short: 'h', help: 'show this help' };
export const programOptions = { version: { short: 'V', help: 'show the version' }, help: helpOption };

const heading = 'Options of every command:';
const commonOptions: Options = {
  json: { help: 'answer in JSON, with fields that stay the same', heading },
  quiet: { short: 'q', help: 'only results and errors: no hints, no progress', heading },
  noColor: { help: 'no colors; NO_COLOR=1 does the same', heading },
  help: { ...helpOption, heading },
};

/** A command's own options and the common ones, in the order of its help. */
export function optionsOf({ options, writes }: Command): [string, OptionDefinition][] {
  const dryRun = { dryRun: { help: 'report what would happen and write nothing' } };
  return Object.entries({ ...options, ...(writes ? dryRun : {}), ...commonOptions });
}

export const exportOptions = {
  format: { value: 'format', help: 'csv unless the file name ends in .jsonl', choices: fileFormats },
  yes: { help: 'overwrite an existing file' },
} as const;

export const exportArgument = { name: '[file]', help: 'where to; standard output without it' } as const;
