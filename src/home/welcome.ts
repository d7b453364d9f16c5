import {
  type Answer,
  bold,
  buttons,
  commandButton,
  context,
  line,
  note,
  type Part,
} from '../answer/answer.ts';
import { commandWords } from '../operations/context/command-link.ts';

/** Reads for everybody to try: they change nothing. */
export const starters: Part = buttons(
  commandButton('List Alert Policies', commandWords('alert.list')),
  commandButton('Show Costs', commandWords('invoice')),
  commandButton('Help', 'help'),
);

/** The direct message to a person who opens the Home tab for the first time. */
export const welcome: Answer = [
  note(
    bold('Welcome to Skydesk.'),
    ' Manage cloud resources from Slack: every change shows a preview first, and risky ones need an approval.',
  ),
  starters,
  context('Run ', line('help'), ' in any channel, or write to me here. Home shows what needs your review.'),
];
