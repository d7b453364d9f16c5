import { listenOnLoopback } from '../local/loopback/listen.ts';
import { CommandError } from './command-line.ts';

/**
 * The port that a flag or variable names; 0 is any free one.
 * @throws CommandError for what is no port
 */
export function portOf(name: string, text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new CommandError(`${name} has to be a number from 0 to 65535; “${text}” is not.`);
}

/**
 * Resolves when the port of 127.0.0.1 can be listened on.
 * @param otherwise the command that takes another port
 * @throws CommandError when it cannot
 */
export async function free(port: number, otherwise: string): Promise<void> {
  const server = await listenOnLoopback(() => {}, port).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${error.code})`;
    throw new CommandError(`Port ${port} ${why}. Choose another: ${otherwise}`);
  });
  await server.close();
}
