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
          name: 'Cold start',
          description:
            'Ends all warm instances. The next request starts a new one and is still acknowledged within Slack’s 3 seconds.',
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
          'The next worker dies at its first call of the cloud API. Its message is delivered again later; a change that may have been made is not repeated.',
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
