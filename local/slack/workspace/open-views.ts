import { createHash } from 'node:crypto';
import { checkView } from '../blocks/check-view.ts';
import type { Json, JsonObject } from '../payload/json.ts';
import { asObject, asObjects, asString } from '../payload/json.ts';
import { SlackFailure } from '../payload/slack-failure.ts';
import { initialState } from '../payload/view-state.ts';
import { actingClient } from './acting-client.ts';
import { failureFor } from './message-content.ts';
import { sampleApp, sampleTeam } from './sample-workspace.ts';
import type { Workspace } from './workspace.ts';

const maxOpenViews = 3;
const maxViewBytes = 250_000;

export interface View {
  readonly id: string;
  /** Changes with each update. An update with an old hash is refused. */
  hash: string;
  /** The bottom view of its stack. */
  readonly rootId: string;
  /** The view underneath. */
  readonly previousId?: string;
  /** User id of the person who sees it. */
  readonly person: string;
  /** The client in which it was opened, such as a window of the page; undefined in a terminal and for a Home tab. */
  readonly client: string | undefined;
  /** The app's payload: type, title, blocks, callback_id, private_metadata, ... */
  payload: JsonObject;
  /** The values that the person entered: block id -> action id -> value. */
  values: JsonObject;
  /** Messages at fields (by block id), from a refused submission. */
  errors: JsonObject;
}

/** The open modals, one stack per client and person, and the Home tabs. */
export class Views {
  readonly #workspace: Workspace;
  /** In the order in which they were opened. */
  #open: View[] = [];
  readonly #homes = new Map<string, View>();

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /** Returns a person's open modals in the acting client, else in the client of the last opened one, with the top one last. */
  of(person: string): View[] {
    const theirs = this.#open.filter((view) => view.person === person);
    const client = actingClient() ?? theirs.at(-1)?.client;
    return theirs.filter((view) => view.client === client);
  }

  #stack(person: string, client: string | undefined): View[] {
    return this.#open.filter((view) => view.person === person && view.client === client);
  }

  /** Returns the published Home tab of a person; undefined if there is none. */
  home(person: string): View | undefined {
    return this.#homes.get(person);
  }

  /** Finds an open modal or a Home tab by view id or external id. */
  find(key: string): View | undefined {
    const all = [...this.#open, ...this.#homes.values()];
    return all.find(({ id, payload }) => id === key || (payload.external_id && payload.external_id === key));
  }

  /** Opens a modal. Closes all other modals of the person in that client. */
  open(person: string, payload: Json | undefined, client?: string): View {
    const view = this.#create(person, payload, client);
    const before = this.#stack(person, client);
    this.#open = [...this.#open.filter((other) => !before.includes(other)), view];
    this.#opened(view);
    return view;
  }

  /** Puts a modal on top of the open ones. @throws SlackFailure `push_limit_reached` */
  push(person: string, payload: Json | undefined, client?: string): View {
    const stack = this.#stack(person, client);
    const top = stack.at(-1);
    if (!top) return this.open(person, payload, client);
    if (stack.length >= maxOpenViews) throw new SlackFailure('push_limit_reached');
    const view = { ...this.#create(person, payload, client), rootId: top.rootId, previousId: top.id };
    this.#open = [...this.#open, view];
    this.#opened(view);
    return view;
  }

  #opened(view: View): void {
    const { person, client } = view;
    const data = { view: forApps(view), ...(client !== undefined && { client }) };
    this.#workspace.journal.append('view.opened', data, [person]);
  }

  /** Replaces the content of a view. Entered values remain if their block and action ids do. */
  update(view: View, payload: Json | undefined): View {
    this.#replace(view, payload);
    this.#workspace.journal.append('view.changed', { view: forApps(view) }, [view.person]);
    return view;
  }

  #replace(view: View, payload: Json | undefined): View {
    const checked = this.#checked(payload);
    const initial = initialState(asObjects(checked.blocks));
    view.payload = checked;
    view.values = Object.fromEntries(
      Object.entries(initial).map(([block, actions]) => {
        const entered = asObject(view.values[block]);
        const kept = Object.entries(asObject(actions)).map(([action, value]): [string, Json] => {
          const before = asObject(entered[action]);
          return [action, before.type === asObject(value).type ? before : value];
        });
        return [block, Object.fromEntries(kept)];
      }),
    );
    view.errors = {};
    view.hash = this.#hash(view.id);
    return view;
  }

  /** Shows messages at the fields of a submitted view. */
  mark(view: View, errors: JsonObject): void {
    view.errors = errors;
    this.#workspace.journal.append('view.changed', { view: forApps(view), errors }, [view.person]);
  }

  publish(person: string, payload: Json | undefined): View {
    const current = this.#homes.get(person);
    const view = current ? this.#replace(current, payload) : this.#create(person, payload);
    this.#homes.set(person, view);
    this.#workspace.journal.append('home.published', { view: forApps(view) }, [person]);
    return view;
  }

  /** Closes the top view, which reveals the one underneath with its entered values, or all of them. */
  close(person: string, all = false): View[] {
    const stack = this.of(person);
    const closed = all ? stack : stack.slice(-1);
    const underneath = all ? undefined : stack.at(-2);
    if (underneath) this.mark(underneath, underneath.errors);
    this.#open = this.#open.filter((view) => !closed.includes(view));
    for (const view of closed)
      this.#workspace.journal.append('view.closed', { view: forApps(view) }, [person]);
    return closed;
  }

  reset(): void {
    this.#open = [];
    this.#homes.clear();
  }

  #create(person: string, payload: Json | undefined, client?: string): View {
    const checked = this.#checked(payload);
    const id = `V0VIEW${this.#workspace.nextSerial()}`;
    const values = initialState(asObjects(checked.blocks));
    return { id, hash: this.#hash(id), rootId: id, person, client, payload: checked, values, errors: {} };
  }

  #checked(payload: Json | undefined): JsonObject {
    if (JSON.stringify(payload ?? null).length > maxViewBytes) throw new SlackFailure('view_too_large');
    const problems = checkView(payload, '/view');
    if (problems.length > 0) throw failureFor('invalid_arguments', problems);
    const view = asObject(payload);
    return { ...view, blocks: this.#workspace.identified(asObjects(view.blocks)) };
  }

  #hash(id: string): string {
    const digest = createHash('sha256').update(`${id}.${this.#workspace.nextSerial()}`).digest('hex');
    return `${Math.floor(this.#workspace.clock() / 1000)}.${digest.slice(0, 8)}`;
  }
}

/** Returns a view as the Web API and interactions show it to an app. */
export function forApps(view: View): JsonObject {
  return {
    id: view.id,
    team_id: sampleTeam.id,
    app_id: sampleApp.id,
    app_installed_team_id: sampleTeam.id,
    bot_id: sampleApp.botId,
    title: null,
    submit: null,
    close: null,
    callback_id: '',
    private_metadata: '',
    external_id: '',
    clear_on_close: false,
    notify_on_close: false,
    ...view.payload,
    type: asString(view.payload.type),
    state: { values: view.values },
    hash: view.hash,
    root_view_id: view.rootId,
    previous_view_id: view.previousId ?? null,
  };
}
