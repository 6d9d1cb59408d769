/**
 * The first page of help: the commands of daily life. It is typed more often than any other command, so it loads neither
 * the parser nor the other fifty commands. No line is longer than 80 columns; on a narrower terminal, what a command does is
 * on lines of its own.
 */
export const dailyCommands: Record<string, Record<string, string>> = {
  'Start:': {
    setup: 'walk through everything a new installation needs',
    serve: 'run the site, the admin area and the processor',
    doctor: 'check the installation and explain any problems',
  },
  'Words:': {
    'words list': 'show the library, a page at a time',
    'words fill': 'look words up and save them to the library',
    'words import': 'read words from a CSV or JSON lines file',
  },
  'Emails:': {
    tomorrow: "check tomorrow's email",
    'schedule add': 'schedule the email of a word, or many from a file',
    'autopilot on': 'keep the next mornings filled with unused words',
  },
  'Readers:': {
    'readers list': 'show who signed up, the newest first',
    'readers import': 'add people who signed up elsewhere',
  },
  'Keep it safe:': {
    backup: 'back everything up while the server runs',
  },
};

/** Each one line, to copy. */
const examples = [
  'wordrise words fill lantern elusive',
  'wordrise schedule add petrichor --tomorrow',
  'wordrise help words import',
];

/** Breaks between words. */
function wrap(text: string, room: number, indent: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > room - indent.length) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line) => `${indent}${line}`).join('\n');
}

/**
 * @param hasColors Whether it is shown on a terminal with colors.
 * @param columns Of that terminal.
 */
export function overview(hasColors: boolean, columns = 80): string {
  const isNarrow = columns < 80;
  const bold = (text: string) => (hasColors ? `\u001b[1m${text}\u001b[22m` : text);
  const cyan = (text: string) => (hasColors ? `\u001b[36m${text}\u001b[39m` : text);
  const width = Math.max(
    ...Object.values(dailyCommands)
      .flatMap(Object.keys)
      .map((name) => name.length),
  );
  const sections = Object.entries(dailyCommands).map(([heading, commands]) =>
    [
      bold(heading),
      ...Object.entries(commands).map(([name, what]) =>
        isNarrow
          ? `  ${cyan(name)}\n${wrap(what, columns, '    ')}`
          : `  ${cyan(name.padEnd(width))}  ${what}`,
      ),
    ].join('\n'),
  );
  return `${[
    `${bold('Usage:')} wordrise <command> [options]`,
    wrap('Wordrise sends one good English word each morning to everyone who signed up.', columns, ''),
    ...sections,
    [bold('Examples:'), ...examples.map((line) => `  ${line}`)].join('\n'),
    Object.entries({
      'wordrise help --all': 'every command',
      'wordrise help COMMAND': 'what a command does, with its options and examples',
    })
      .map(([line, what]) =>
        isNarrow
          ? `${cyan(line)}\n${wrap(what, columns, '  ')}`
          : `${cyan(line)}${' '.repeat(25 - line.length)}${what}`,
      )
      .join('\n'),
  ].join('\n\n')}\n`;
}
