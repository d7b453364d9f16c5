import { buttons, commandButton, note, person } from '../../answer/answer.ts';
import { phraseOf } from '../../operation/phrase.ts';
import { defineOperation } from '../context/context.ts';
import { text } from '../fields/index.ts';
import { adoptedBefore, finding, idOf, refuseAdopted } from './named-finding.ts';
import { differenceInWords } from './state-in-words.ts';

export const changedAdopt = defineOperation({
  id: 'changed.adopt',
  summary: 'Adopt a change that was made outside Skydesk, as its owner',
  action: 'Adopt change',
  button: 'Adopt Change',
  example: 'changed adopt 00000000-1-0 reason=Planned',
  fields: {
    finding: finding({ label: 'Change', at: 0 }),
    reason: text({ label: 'Reason', example: 'Planned', maxLength: 300 }),
  },
  risk: 'changes',
  forPeople: true,
  roles: [],
  refuses: ({ finding }) => refuseAdopted(finding),
  targets: ({ finding }) => [`finding/${idOf(finding)}`],
  subject({ finding, reason }, { service }) {
    const { name, what, detail } = differenceInWords(finding.finding, service);
    return `${name} ${what} · ${detail} · “${reason}”`;
  },
  phrase({ finding }, { service }) {
    const { what, detail } = differenceInWords(finding.finding, service);
    return phraseOf('own', `what was ${what} outside Skydesk`, `: ${detail}`);
  },
  async run({ finding, reason }, { watches, service, requester, clock }) {
    const adoption = { person: requester, at: clock(), reason };
    const kept = await watches.adopt(service.alias, idOf(finding), adoption);
    if (kept.person !== requester) throw adoptedBefore(kept);
  },
  result: ({ finding }, _, { link, requester, service }) => [
    note(`${differenceInWords(finding.finding, service).name} · owner `, person(requester)),
    buttons(commandButton('Show Changes', link('changed'))),
  ],
});
