/**
 * What people type who have used other programs, and the line that does it here. Only asked once a line was refused. The
 * first that fits counts; `$1` is its first group.
 */
export const nearMisses: readonly (readonly [RegExp, string])[] = [
  [/^config get (\w+)$/, 'To see it, write: wordrise config $1'],
  [/^config (?:unset|remove|rm|delete) (\w+)$/, 'To remove it, write: wordrise config $1 --unset'],
  [/^config (?:set )?(?!set )(\w{3,})(?: |=).+$/, 'To store a value, write: wordrise config $1 --set VALUE'],
  [/^serve (?:--port[ =]|-p ?)?(\d{1,4}|[1-5]\d{4})$/, 'To use another port, write: PORT=$1 wordrise serve'],
  [/^(?:start|run|up|server)$/, 'To start everything, write: wordrise serve'],
  [/^(?:init|install)$/, 'To begin, write: wordrise setup'],
  [/^(?:status|health|check)$/, 'To check the installation, write: wordrise doctor'],
  [/^settings$/, 'To see the settings, write: wordrise config'],
  [/^(?:doctor|test|send-test) ([^\s@]+@\S+)$/, 'To send a test email, write: wordrise doctor --send-to $1'],
  [/^send (\S+)$/, 'To send a word, write: wordrise schedule add $1 --at TIME'],
  [/^schedule add (\S+) tomorrow$/, 'Write: wordrise schedule add $1 --tomorrow'],
  [/^schedule add (\S+) (\d{4}-\d\d-\d\d\S*(?: \d\d:\d\d)?)$/, 'Write: wordrise schedule add $1 --at "$2"'],
  [/^schedule (?:remove|rm|delete) (\S+)$/, 'To cancel an email, write: wordrise schedule cancel $1'],
  [/^(words|themes|readers) delete (\S+)$/, 'Write: wordrise $1 remove $2'],
  [/^(words|readers) (?:search|find) (\S+)$/, 'Write: wordrise $1 list --search $2'],
  [/^readers add\b/, 'To add people from a file, write: wordrise readers import FILE --consent TEXT'],
  [/^admin (?:create|add)(?: (\S+))?$/, 'To create the account, write: wordrise setup --admin NAME'],
  [/^admin reset$/, 'Write: wordrise admin reset-password'],
  [/^provider (icontact|smtp|sandbox|smtp-sandbox)$/, 'Write: wordrise provider switch $1'],
  [
    /^(words|themes) (?:show|remove) (\S{2,}(?: [^-\s]\S+)+)$/,
    'Words of more than one part need quotes: "$2"',
  ],
];

/** What to type in place of a line that was refused; `undefined` if nobody knows. */
export function meantBy(typed: readonly string[]): string | undefined {
  const line = typed.join(' ');
  const [pattern, hint] = nearMisses.find(([pattern]) => pattern.test(line)) ?? [];
  if (!pattern || !hint) return undefined;
  const said = pattern.exec(line)?.[0] ?? '';
  const text = said.replace(pattern, hint);
  // Settings are written in capitals, and as one types them.
  return typed[0] === 'config'
    ? text.replace(/config (\w+)/, (all) => `config ${all.slice(7).toUpperCase()}`)
    : text;
}
