import type { RequestListener } from 'node:http';
import type { Begun, Invocation, LogLine } from '../aws/index.ts';
import { catalogueOf } from './command-catalogue.ts';
import { createSwitchboard, type Parts } from './fault-switches.ts';
import { createDoor } from './inspector-api.ts';
import type { ServiceState, Switch, Trail } from './inspector-types.ts';
import { liveChoices } from './live-choices.ts';
import { maskOf } from './mask.ts';
import { createRecorder } from './recorder.ts';
import { Stream } from './stream.ts';
import { Trails } from './traces.ts';
import { watchService } from './watch-cloud.ts';

/** What the functions tell; hand it to each of them. */
export interface Heard {
  onStart(begun: Begun): void;
  onInvocation(invocation: Invocation): void;
  onLog(line: LogLine): void;
}

/** What happens behind the curtain, for the page. */
export interface Backstage {
  /** Answers `/_backstage/...`; see inspector-types.ts. */
  readonly listener: RequestListener;
  /** Newest first. */
  trails(): readonly Trail[];
  state(): ServiceState | null;
  switches(): readonly Switch[];
  turn(id: string, on: boolean): Promise<void>;
  reset(): Promise<void>;
  close(): void;
}

/** Everything that the backstage listens to and takes hold of. */
export interface BackstageOptions extends Parts {
  readonly slackSecrets: { readonly signingSecret: string; readonly botToken: string };
  /** Passwords besides the login's that must not be shown. */
  readonly passwords: readonly string[];
  readonly command: string;
  readonly clock?: () => number;
}

/** Opens the backstage, once the functions are there. What they told before is lost. */
export function createBackstage(options: BackstageOptions): Backstage & Heard {
  const { emulator, slack, slackSecrets, passwords, login, command, clock = Date.now } = options;
  const trails = new Trails((id) => stream.trailChanged(id));
  const switchboard = createSwitchboard(options, () => stream.switchesChanged());
  const mask = maskOf(() => [
    slackSecrets.signingSecret,
    slackSecrets.botToken,
    login.password,
    ...passwords,
    ...switchboard.passwords,
  ]);
  const { signingSecret } = slackSecrets;
  const recorder = createRecorder(trails, { mask, signingSecret, clock });
  const watch = watchService(emulator, {
    isWatched: () => stream.isHeard,
    changed: () => stream.stateChanged(),
  });
  const source = {
    version: () => trails.version,
    trails: (version?: number) => trails.all(version),
    trail: (id: string) => trails.get(id),
    state: () => watch.state,
    switches: () => switchboard.all(),
  };
  const stream = new Stream(source);
  const unfollow = slack?.follow((entry) => {
    recorder.onEntry(entry);
    switchboard.look();
  });

  const unfollowService = emulator?.follow(recorder.onServiceRequest);

  async function reset(): Promise<void> {
    await switchboard.reset();
    recorder.clear();
    stream.startAgain();
  }

  return {
    listener: createDoor({
      source,
      stream,
      switchboard,
      catalogue: catalogueOf(command),
      choices: liveChoices(emulator),
      reset,
    }),
    ...{ trails: source.trails, state: source.state, switches: source.switches },
    turn: switchboard.turn,
    reset,
    close() {
      unfollow?.();
      unfollowService?.();
      watch.stop();
      stream.close();
    },
    onStart: recorder.onStart,
    onInvocation: recorder.onInvocation,
    onLog(line) {
      recorder.onLog(line);
      switchboard.onLog(line);
    },
  };
}
