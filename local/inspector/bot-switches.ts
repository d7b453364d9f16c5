import { immediate, type LocalParts, type SwitchGroup } from './switch-types.ts';

/** The switches of the bot itself. `changed` is called when the worker was killed. */
export function botSwitches(
  { functions, worker }: Pick<LocalParts, 'functions' | 'worker'>,
  changed: () => void,
): SwitchGroup {
  /** Whether the next worker is to be killed. */
  let armed = false;
  return {
    switches: [
      immediate(
        {
          id: 'cold-start',
          part: 'bot',
          name: 'Start cold',
          description:
            'All warm instances end. The next request has to start one, and is still acknowledged within Slack’s three seconds.',
        },
        async () => {
          await Promise.all(functions.map((lambda) => lambda.coldStart()));
        },
      ),
      {
        id: 'worker-dies',
        part: 'bot',
        kind: 'event',
        name: 'Kill the next worker',
        description:
          'The next worker dies in the middle, at its first call of the service. Its message comes again after a while; a change that may have been made is not made twice.',
        isOn: () => armed,
        set(on) {
          armed = on;
        },
      },
    ],
    reset() {
      armed = false;
    },
    onLog({ function: name, instance, text }) {
      if (!armed || name !== worker.name || !text.includes('"message":"service call"')) return;
      armed = false;
      void worker.kill(instance);
      changed();
    },
  };
}
