import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../test/free-port.ts';

/** From Debian's package postfix. */
const program = '/usr/sbin/postfix';
export const hasPostfix = existsSync(program);

export interface PostfixOptions {
  /** An empty folder for its settings, queue and log. */
  folder: string;
  /** Where mail for `mailboxDomains` goes. */
  lmtpPort: number;
  mailboxDomains: string[];
  /** Mail for this domain is piped into a command, which runs as `user` in a folder. */
  pipe: { domain: string; user: string; directory: string; command: string[] };
}

/** Starts a separate Postfix on loopback. It needs root, but does not touch the system's. */
export async function startPostfix(options: PostfixOptions) {
  const port = await freePort();
  return runPostfix(options.folder, { port, main: mainSettings(options), services: services(port, options) });
}

/** A relay that takes mail only from who signs in, and discards it. @param loginSocket Of the Dovecot that knows them. */
export async function startRelayWithLogin(folder: string, loginSocket: string) {
  const port = await freePort();
  const main = `${commonSettings(folder)}mynetworks =
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = ${loginSocket}
smtpd_relay_restrictions = permit_sasl_authenticated, reject
default_transport = discard
`;
  const more = 'discard unix - - n - - discard\n';
  return runPostfix(folder, { port, main, services: commonServices(port) + more });
}

interface Running {
  port: number;
  main: string;
  services: string;
}

async function runPostfix(folder: string, { port, main, services }: Running) {
  for (const part of ['etc', 'queue', 'data']) mkdirSync(join(folder, part), { recursive: true });
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postfix'], { encoding: 'utf8' }));
  chownSync(join(folder, 'data'), id('-u'), id('-g'));
  writeFileSync(join(folder, 'etc/main.cf'), main);
  writeFileSync(join(folder, 'etc/master.cf'), services);
  const server = spawn(program, ['-c', join(folder, 'etc'), 'start-fg'], { stdio: 'ignore' });
  const log = () => (existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8') : '');
  while (!(await answers(port))) {
    if (server.exitCode !== null) throw new Error(`Postfix ended: ${log()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    port,
    log,
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      execFileSync(program, ['-c', join(folder, 'etc'), 'stop'], { stdio: 'ignore' });
      if (server.exitCode === null) await ended;
    },
  };
}

function commonSettings(folder: string): string {
  return `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file = ${folder}/log
maillog_file_prefixes = ${folder}
inet_interfaces = loopback-only
inet_protocols = ipv4
myhostname = relay.test
mydestination =
alias_maps =
smtpd_tls_security_level = none
`;
}

function mainSettings({ folder, lmtpPort, mailboxDomains, pipe }: PostfixOptions): string {
  return `${commonSettings(folder)}mynetworks = 127.0.0.0/8
# As the documentation of Wordrise asks for.
recipient_delimiter = +
virtual_mailbox_domains = ${mailboxDomains.join(' ')}
virtual_transport = lmtp:inet:127.0.0.1:${lmtpPort}
relay_domains = ${pipe.domain}
transport_maps = inline:{ {${pipe.domain} = wordrise:} }
wordrise_destination_recipient_limit = 1
`;
}

function commonServices(port: number): string {
  return `127.0.0.1:${port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
lmtp unix - - n - - lmtp
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`;
}

function services(port: number, { pipe }: PostfixOptions): string {
  const { user, directory, command } = pipe;
  return `${commonServices(port)}wordrise unix - n n - 1 pipe
  flags=q user=${user} directory=${directory} argv=${command.join(' ')}
`;
}

async function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => resolve(false));
    socket.on('data', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
