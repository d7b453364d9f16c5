import type { Millis } from '../../../src/core/clock.ts';
import type { VirtualTime } from './virtual-time.ts';

/** A client whose calls, and those of all that its functions return, take this long in virtual time. */
export function slowedDown<Client extends object>(client: Client, ms: Millis, time: VirtualTime): Client {
  return new Proxy(client, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value === 'function')
        return (...args: unknown[]): unknown => {
          const result: unknown = Reflect.apply(value, target, args);
          if (result instanceof Promise) return time.outside(result).finally(() => time.sleep(ms));
          return isObject(result) ? slowedDown(result, ms, time) : result;
        };
      return isObject(value) ? slowedDown(value, ms, time) : value;
    },
  });
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
