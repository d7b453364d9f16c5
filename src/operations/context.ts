import { grammar } from '../core/operation.ts';
import type { Clock } from '../core/ports.ts';
import { join } from '../core/words.ts';
import type { Account, Login } from '../service/index.ts';

/** What an operation may use while it runs. */
export interface Context {
  /** The service, for the account that was asked for. */
  readonly service: Account;
  /** Who the bot is to the service. */
  readonly login: Login;
  readonly clock: Clock;
}

/** Declares an operation of the cloud. */
export const operation = grammar<Context>();

/** A line for a button: the words, then what they name, in the account that the answer is about. */
export function lineIn({ service, login }: Context, words: string, ...names: string[]): string {
  const elsewhere = service.alias.toUpperCase() !== login.accountAlias.toUpperCase();
  const named = names.map((text) => ({ text }));
  const all = elsewhere ? [...named, { key: 'account', text: service.alias }] : named;
  return all.length > 0 ? `${words} ${join(all)}` : words;
}
