import type { Cli } from '../command-line/cli.ts';

const scripts = {
  bash: `_wordrise() {
  local current="\${COMP_WORDS[COMP_CWORD]}" found
  found=$(wordrise __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [ "$found" = ":files" ]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  else
    mapfile -t COMPREPLY < <(printf '%s' "$found" | cut -f 1)
  fi
}
complete -F _wordrise wordrise`,
  zsh: `#compdef wordrise
_wordrise() {
  local -a found described
  found=("\${(@f)$(wordrise __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ "$found[1]" == ":files" ]]; then
    _files
    return
  fi
  local line
  for line in $found; do
    described+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  _describe -V wordrise described
}
if [[ "$funcstack[1]" == "_wordrise" ]]; then
  _wordrise "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _wordrise wordrise
fi`,
  fish: `function __wordrise_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l found (wordrise __complete -- $words[2..-1] 2>/dev/null)
    if test "$found" = ":files"
        __fish_complete_path (commandline -ct)
    else
        printf '%s\\n' $found
    end
end
complete -c wordrise -f -a '(__wordrise_complete)'`,
};

export async function printCompletion(
  cli: Cli,
  _options: object,
  shell: keyof typeof scripts,
): Promise<void> {
  cli.out.content({ shell, script: scripts[shell] }, () => scripts[shell]);
}
