import { atOnce, type FaultsOfPart } from './injected-fault.ts';
import type { LocalParts } from './local-parts.ts';

export function functionFaults({
  functions,
  worker,
}: Pick<LocalParts, 'functions' | 'worker'>): FaultsOfPart {
  let armed = false;
  return {
    part: 'bot',
    faults: [
      {
        id: 'cold-start',
        name: 'Cold start',
        description:
          'Ends all warm instances. The next request starts a new one and is still acknowledged within Slack’s 3 seconds.',
        ...atOnce(async () => {
          await Promise.all(functions.map((lambda) => lambda.coldStart()));
        }),
      },
      {
        id: 'worker-dies',
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
      if (!armed || name !== worker.name || !text.includes('"message":"service call"')) return false;
      armed = false;
      void worker.kill(instance);
      return true;
    },
  };
}
