import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

/** From Debian's package dovecot-imapd. */
const program = '/usr/sbin/dovecot';
export const hasDovecot = existsSync(program);

export interface DovecotOptions {
  /** An empty folder for its settings, mail and log. */
  folder: string;
  /** Who has a mailbox; by default `bounces`. */
  users?: string[];
  /** Of every user; without one, it is made up. */
  password?: string;
  /** Also accepts mail by LMTP, which needs the package dovecot-lmtpd. */
  lmtp?: boolean;
}

export interface Dovecot {
  imapPort: number;
  lmtpPort: number;
  /** The same for every user. */
  password: string;
  log(): string;
  /** The socket with which another server checks logins. */
  loginSocket: string;
  stop(): Promise<void>;
}

/** Starts a separate Dovecot on loopback, as the current user, or as root with Dovecot's users. */
export async function startDovecot({
  folder,
  users = ['bounces'],
  password = 'bounce-secret',
  lmtp = false,
}: DovecotOptions): Promise<Dovecot> {
  const [imapPort = 0, lmtpPort = 0] = [await freePort(), await freePort()];
  const config = join(folder, 'dovecot.conf');
  const isRoot = userInfo().uid === 0;
  for (const part of ['run', 'state', 'mail']) mkdirSync(join(folder, part), { recursive: true });
  // It does not serve mailboxes as root.
  const [uid, gid] = isRoot ? nobody() : [userInfo().uid, userInfo().gid];
  chmodSync(folder, 0o755);
  if (isRoot) chownSync(join(folder, 'mail'), uid, gid);
  const accounts = users.map(
    (user) =>
      `${user}:{PLAIN.b64}${Buffer.from(password).toString('base64')}:${uid}:${gid}::${folder}/mail/${user}\n`,
  );
  writeFileSync(join(folder, 'users'), accounts.join(''));
  writeFileSync(config, settings({ folder, imapPort, lmtpPort, isRoot, lmtp }));
  const server = spawn(program, ['-F', '-c', config], { stdio: 'ignore' });
  const log = () => (existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8') : '');
  await started(server, imapPort, log);
  return {
    imapPort,
    lmtpPort,
    password,
    log,
    loginSocket: join(folder, 'run/auth-client'),
    stop: () => stopped(server),
  };
}

interface Settings {
  folder: string;
  imapPort: number;
  lmtpPort: number;
  isRoot: boolean;
  lmtp: boolean;
}

function settings({ folder, imapPort, lmtpPort, isRoot, lmtp }: Settings): string {
  const { username } = userInfo();
  const users = isRoot
    ? ''
    : `default_internal_user = ${username}\ndefault_login_user = ${username}\ndefault_internal_group = ${userInfo().gid}\n`;
  const noChroot = ['imap-login', 'anvil', 'auth', 'stats'].map(
    (name) => `service ${name} {\n  chroot =\n}\n`,
  );
  return `base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap${lmtp ? ' lmtp' : ''}
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
mail_location = maildir:${folder}/mail/%n
recipient_delimiter = +
auth_username_format = %n
# Nobody guesses passwords here: a refused login need not take seconds.
auth_failure_delay = 0
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service auth {
  unix_listener auth-client {
    mode = 0666
  }
}
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = passwd-file
  args = ${folder}/users
}
service imap-login {
  inet_listener imap {
    port = ${imapPort}
  }
  inet_listener imaps {
    port = 0
  }
}
${users}${isRoot ? '' : noChroot.join('')}${
  lmtp
    ? `service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = ${lmtpPort}
  }
}
`
    : ''
}`;
}

function nobody(): [number, number] {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return [id('-u'), id('-g')];
}

async function started(server: ChildProcess, port: number, log: () => string): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`Dovecot ended: ${log()}`);
    if (await greets(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function greets(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => resolve(false));
    socket.on('data', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

async function stopped(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await ended;
}
