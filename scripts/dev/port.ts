import { listenOnLoopback } from '../../local/loopback/listen.ts';
import { CommandError, UsageError } from '../command-line/command-line.ts';

/**
 * Parses a port of a flag or variable; 0 is any free one.
 * @throws UsageError for an invalid port
 */
export function portOf(name: string, text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError(`${name} must be a number from 0 to 65535; it is “${text}”.`);
}

/**
 * Resolves if the port of 127.0.0.1 is free.
 * @param otherwise the command that takes another port
 * @throws CommandError if it is not
 */
export async function ensureFree(port: number, otherwise: string): Promise<void> {
  const server = await listening(
    port,
    otherwise,
    listenOnLoopback(() => {}, port),
  );
  await server.close();
}

/**
 * Awaits `server`, which listens on the port.
 * @throws CommandError if the port is not available
 */
export const listening = <Server>(
  port: number,
  otherwise: string,
  server: Promise<Server>,
): Promise<Server> =>
  server.catch((error: NodeJS.ErrnoException) => {
    if (error.syscall !== 'listen') throw error;
    throw new CommandError(`Port ${port} ${reason(error.code)}. Choose another: ${otherwise}`);
  });

function reason(code: string | undefined): string {
  if (code === 'EADDRINUSE') return 'is in use';
  if (code === 'EACCES') return 'needs administrator rights, like most below 1024';
  return `can't be used (${code})`;
}
