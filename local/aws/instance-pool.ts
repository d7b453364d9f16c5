import type { Instance } from './instance.ts';

/** The instances of one function, busy or waiting for the next event. */
export class InstancePool {
  readonly #function: string;
  readonly #busy = new Set<Instance>();
  /** Instances that end after their current invocation. */
  readonly #retired = new WeakSet<Instance>();
  readonly #names = new WeakMap<Instance, string>();
  #warm: Instance[] = [];
  #started = 0;

  /** @param name the name of the function, and the prefix of its instances' names */
  constructor(name: string) {
    this.#function = name;
  }

  /** Returns the warm instance for the next event and its name or, if there is none, the name for a new one. */
  next(): { readonly name: string; readonly warm: Instance | undefined } {
    this.#warm = this.#warm.filter((instance) => instance.alive);
    const warm = this.#warm.pop();
    this.#started += warm ? 0 : 1;
    return { name: (warm && this.#names.get(warm)) ?? `${this.#function}-${this.#started}`, warm };
  }

  begins(instance: Instance, name: string): void {
    this.#names.set(instance, name);
    this.#busy.add(instance);
  }

  /** Returns an instance after an invocation: it stays warm, or ends if it is retired. */
  async release(instance: Instance): Promise<void> {
    this.#busy.delete(instance);
    if (instance.alive && !this.#retired.has(instance)) this.#warm.push(instance);
    else await instance.end();
  }

  /** Ends the warm instances now, and the busy ones after their current invocation. */
  async retire(): Promise<void> {
    for (const instance of this.#busy) this.#retired.add(instance);
    await this.#endWarm(() => true);
  }

  /** Kills one instance by its name, or all. Resolves to the number of interrupted invocations. */
  async kill(only?: string): Promise<number> {
    const isMeant = (instance: Instance): boolean => only === undefined || this.#names.get(instance) === only;
    const cut = [...this.#busy].filter(isMeant);
    await Promise.all([this.#endWarm(isMeant), ...cut.map((instance) => instance.end())]);
    return cut.length;
  }

  async #endWarm(which: (instance: Instance) => boolean): Promise<void> {
    const ending = this.#warm.filter(which);
    this.#warm = this.#warm.filter((instance) => !ending.includes(instance));
    await Promise.all(ending.map((instance) => instance.end()));
  }
}
