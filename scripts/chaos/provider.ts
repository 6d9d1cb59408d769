import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Sandbox } from '@wordrise/core/testing';
import type { ProviderEvent, ProviderOptions, ReleaseRequest } from './provider.child.ts';

export type ProviderCall = Extract<ProviderEvent, { event: 'call' }>;

export interface Provider {
  /** By caller. */
  accounts: Record<string, Sandbox['options']>;
  /** Stops causing faults, moves its clock ahead, and releases what is due then. */
  release(aheadMs: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the email provider in a separate process. */
export async function startProvider(
  options: ProviderOptions,
  onCall: (call: ProviderCall) => void,
): Promise<Provider> {
  const program = join(import.meta.dirname, 'provider.child.ts');
  const child = spawn(process.execPath, ['--conditions=source', program, JSON.stringify(options)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const accounts = await ready(child);
  child.on('message', (message: ProviderEvent) => {
    if (message.event === 'call') onCall(message);
  });
  return {
    accounts,
    release(aheadMs) {
      const request: ReleaseRequest = { aheadMs };
      child.send(request);
      return released(child);
    },
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

function released(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.on('message', function look({ event }: ProviderEvent) {
      if (event !== 'released') return;
      child.off('message', look);
      resolve();
    });
  });
}

function ready(child: ChildProcess): Promise<Provider['accounts']> {
  return new Promise((resolve, reject) => {
    child.once('exit', (status) => reject(new Error(`the provider ended with ${status}`)));
    child.once('message', (message: ProviderEvent) => {
      if (message.event === 'ready') resolve(message.accounts);
    });
  });
}
