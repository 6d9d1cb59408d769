import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { type Copy, From, type Instruction, JSONInstruction } from 'dockerfile-ast';
import { makeBaseImage, networkEnvironment } from './base-image.ts';

const root = join(import.meta.dirname, '../..');

/** A stage after its instructions have run. */
export interface Stage {
  folder: string;
  environment: NodeJS.ProcessEnv;
  workdir: string;
  /** `UID:GID`. */
  user: string;
  volumes: string[];
  command: string[];
  health: string[];
  stopSignal: NodeJS.Signals;
}

/** Runs all instructions. @returns the last stage */
export function buildStages(instructions: Instruction[], place: string): Stage {
  const base = join(place, 'base');
  makeBaseImage(base);
  const named = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const instruction of instructions) {
    const started = Date.now();
    if (instruction instanceof From) {
      stage = newStage(base, join(place, `stage-${named.size}`));
      named.set(instruction.getBuildStage() ?? `${named.size}`, stage);
    } else if (stage) apply(instruction, stage, named);
    const text = instruction.getArgumentsContent()?.replaceAll(/\s+/g, ' ').slice(0, 80);
    console.log(
      `${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s  ${instruction.getKeyword()} ${text}`,
    );
  }
  if (!stage) throw new Error('The Dockerfile has no FROM.');
  return stage;
}

function newStage(base: string, folder: string): Stage {
  execFileSync('cp', ['-a', base, folder]);
  const environment = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' };
  return {
    folder,
    environment,
    workdir: '/',
    user: '0:0',
    volumes: [],
    command: [],
    health: [],
    stopSignal: 'SIGTERM',
  };
}

function apply(instruction: Instruction, stage: Stage, named: Map<string, Stage>): void {
  const text = instruction.getArgumentsContent() ?? '';
  const words = instruction.getArguments().map((argument) => argument.getValue());
  switch (instruction.getKeyword()) {
    case 'WORKDIR':
      stage.workdir = text;
      mkdirSync(stage.folder + text, { recursive: true });
      break;
    case 'ENV':
      for (const word of words) {
        const at = word.indexOf('=');
        stage.environment[word.slice(0, at)] = word.slice(at + 1);
      }
      break;
    case 'COPY':
      copy(instruction as Copy, stage, named);
      break;
    case 'RUN':
      runIn(stage, text);
      break;
    case 'USER':
      stage.user = text;
      break;
    case 'VOLUME':
      stage.volumes.push(...words);
      break;
    case 'STOPSIGNAL':
      stage.stopSignal = text as NodeJS.Signals;
      break;
    case 'HEALTHCHECK':
      stage.health = JSON.parse(text.slice(text.indexOf('[')));
      break;
    case 'ENTRYPOINT':
    case 'CMD':
      stage.command.push(...strings(instruction));
      break;
    case 'EXPOSE':
      break;
    default:
      throw new Error(`${instruction.getKeyword()} is not known here: add it to scripts/check-dockerfile.`);
  }
}

function strings(instruction: Instruction): string[] {
  if (!(instruction instanceof JSONInstruction)) return [];
  return instruction.getJSONStrings().map((argument) => JSON.parse(argument.getValue()));
}

function copy(instruction: Copy, { folder, workdir }: Stage, named: Map<string, Stage>): void {
  const from = instruction.getFromFlag()?.getValue();
  const [source = '', target = ''] = instruction.getArguments().map((argument) => argument.getValue());
  if (!from) {
    copyContext(folder + workdir);
    return;
  }
  const stage = named.get(from);
  if (!stage) throw new Error(`There is no stage ${from}.`);
  mkdirSync(dirname(folder + target), { recursive: true });
  execFileSync('cp', ['-a', stage.folder + source, folder + target]);
}

/** Copies what is in version control, except what .dockerignore names. */
function copyContext(to: string): void {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  for (const file of files) {
    if (ignored.some((pattern) => matchesGlob(file, pattern) || matchesGlob(file, `${pattern}/**`))) continue;
    cpSync(join(root, file), join(to, file));
  }
}

function runIn({ folder, workdir, environment }: Stage, command: string): void {
  execFileSync('mount', ['-t', 'proc', 'proc', `${folder}/proc`]);
  try {
    execFileSync('chroot', [folder, '/bin/sh', '-c', `cd ${workdir} && ${command}`], {
      env: { ...networkEnvironment, ...environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } finally {
    execFileSync('umount', [`${folder}/proc`]);
  }
}
