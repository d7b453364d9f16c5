import { listenOnLoopback } from '../../local/loopback/listen.ts';
import { CommandError } from '../command-line/command-line.ts';

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
