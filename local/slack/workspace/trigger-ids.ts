import { SlackFailure } from '../payload/slack-failure.ts';
import { actingClient } from './acting-client.ts';
import { sampleTeam } from './sample-workspace.ts';
import type { Workspace } from './workspace.ts';

const lifetimeMs = 3_000;

interface Trigger {
  readonly person: string;
  readonly expires: number;
  used: boolean;
  readonly view?: string;
  /** The client in which the person acted. */
  readonly client?: string;
}

/** The ids that let an app open a view, valid for 3 seconds, one use and one person. */
export class Triggers {
  readonly #workspace: Workspace;
  readonly #triggers = new Map<string, Trigger>();

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /**
   * @param person user id of the person who acts
   * @param view the view in which the person acts, if any
   */
  issue(person: string, view?: string): string {
    const client = actingClient();
    const id = `${this.#workspace.nextSerial()}.${sampleTeam.id}.${person.toLowerCase()}`;
    this.#triggers.set(id, {
      person,
      expires: this.#workspace.clock() + lifetimeMs,
      used: false,
      ...(view && { view }),
      ...(client !== undefined && { client }),
    });
    return id;
  }

  /** @throws SlackFailure `invalid_trigger_id`, `expired_trigger_id`, `exchanged_trigger_id` */
  exchange(id: string): Trigger {
    const trigger = this.#triggers.get(id);
    if (!trigger) throw new SlackFailure('invalid_trigger_id');
    if (trigger.used) throw new SlackFailure('exchanged_trigger_id');
    if (this.#workspace.clock() > trigger.expires) throw new SlackFailure('expired_trigger_id');
    trigger.used = true;
    return trigger;
  }

  reset(): void {
    this.#triggers.clear();
  }
}
