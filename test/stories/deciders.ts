import { AsyncLocalStorage } from 'node:async_hooks';
import type { WorkerDependencies } from '../support/functions.ts';

/* Which function decides a write: found on the stack, where the store of changes is called. */

type Changes = WorkerDependencies['changes'];

/** Who decides a write: a function of `src/change/transitions`, and the one that called the store. */
interface Decider {
  transition?: string | undefined;
  readonly caller: string | undefined;
}

const deciding = new AsyncLocalStorage<Decider>();

/** Who decides what is written now: "votes.addVote ← vote.countVote", each a file and its function. */
export function decider(): string {
  const { transition, caller } = deciding.getStore() ?? {};
  return [transition, caller].filter((one) => one !== undefined).join(' ← ');
}

/** The functions of this folder of `src` on the stack, innermost first. */
const functionsOn = (stack: string, folder: string): string[] =>
  stack.split('\n').flatMap((line) => {
    const [, name = '', file = '', base = ''] =
      /at (?:async )?(?:(?:Module|Object)\.)?(?:([\w.]+) )?.*\/src\/((?:[\w-]+\/)*([\w-]+))\.ts/.exec(line) ??
      [];
    return file.startsWith(folder) && name !== '' ? [`${base}.${name.replace(/^.*\./, '')}`] : [];
  });

const stackNow = (): string => new Error('for its stack').stack ?? '';

/** The caller of the store: what decides first, then what asks for it. */
function caller(): string | undefined {
  const stack = stackNow();
  return ['lifecycle', 'jobs', 'operations'].flatMap((folder) => functionsOn(stack, folder))[0];
}

/** A copy of an object that notes which transition reads it first. */
function noted<Read extends object>(read: Read, by: Decider): Read {
  const note = (): void => {
    by.transition ??= functionsOn(stackNow(), 'change/transitions').at(-1);
  };
  return new Proxy(read, {
    get(target, key, receiver) {
      note();
      return Reflect.get(target, key, receiver);
    },
    ownKeys(target) {
      note();
      return Reflect.ownKeys(target);
    },
  });
}

/**
 * The store, with the decider of each of its writes. A transition is pure, so it can be called once more, only to see which
 * function it is.
 */
export function withDeciders(changes: Changes): Changes {
  const calls: object = changes;
  return new Proxy(changes, {
    get: (_, method) => {
      const call = Reflect.get(calls, method);
      return (...args: unknown[]) => {
        const by: Decider = { caller: caller() };
        return deciding.run(by, () => call(...args.map((arg) => (isTransition(arg) ? seen(arg, by) : arg))));
      };
    },
  });
}

type Transition = (change: object, ...more: unknown[]) => unknown;

const isTransition = (arg: unknown): arg is Transition => typeof arg === 'function';

/** The transition, which notes which function it is. */
const seen =
  (transition: Transition, by: Decider): Transition =>
  (change, ...more) => {
    by.transition = undefined;
    transition(noted(change, by), ...more);
    return transition(change, ...more);
  };
