import { expect, test } from 'vitest';
import { manifestFile } from '../../scripts/manifest.ts';
import { help } from '../../src/command-line/help.ts';
import { operations } from '../../src/operations/index.ts';
import { allSamples } from '../support/made/sample-messages.ts';
import { type Said, stringsIn, textsIn, textsOf } from '../support/said.ts';

/** Words that Skydesk avoids in texts for people, each with the standard ones. */
const rows: Readonly<Record<string, RegExp>> = {
  'Create firewall policy A (DE1) → B (VA1 · ACDV)': /\b(the|a) way (from|into|to|between|inside|of)\b/i,
  'Create firewall policy … in DE1': /\bopens? … from\b/i,
  'firewall policy, or policy after the first mention': /\b(?<!\b(risk|form|form’s) )rules?\b/i,
  'enable, disable': /\bswitch(es|ed|ing)?\b.*\b(on|off)\b/i,
  'active, not active': /\b(in|into) force\b/i,
  'assign … to …': /\bput (an? |the )?(alert|autoscale) polic|\bput … on\b|\bPut one on\b/i,
  'unassign … from …, Reassign':
    /\btake (an? |the )?(alert|autoscale) polic|\btake … (off|from)\b|\bTake off\b|^Put back$/i,
  'assigned to, unassigned from': /\bwatch(es|ed)? (…|a |the )?(server|DE1)/i,
  'add, remove a public IP': /\b(give|take|takes|gives) .*\b(public|address)|\bleads? to\b/i,
  'create, created': /\b(make|makes|made) (an? |the )?(alert|autoscale|firewall) polic/i,
  'update, updated': /\bchanged? (an? |the )?(alert|autoscale) polic/i,
  'requested, requested by, sent to, Request Approval':
    /\basks? (for\b|to\b(?! wait))|\basked (by|in|for)\b|^Ask$/i,
  'the requester or you; approvers; your Skydesk admin': /\bwhoever\b/i,
  'needs your review, needs 2 approvals': /\b(your|the) word\b|\bwords? of (…|\d)/i,
  'No open requests., Your requests': /\byou wait for\b/i,
  'approve, approved': /\bagree[ds]?\b(?! (with|on)\b)/i,
  'Decision, Submit, Cancel': /\byour decision\b|^Decide$|^Not now$/i,
  'Reject, with a hint that says when a comment is required': /\(say why\)/i,
  'suggest changes, suggested source CIDR':
    /\bnarrower:|\bsomething narrower\b|\bnarrower request\b|\bpropos(e|es|ed|al|als) |\bproposal\b/i,
  'replaced by #1043': /\b(took|takes?|taken) (its|the) place\b/i,
  'break-glass approval': /\bbr(eak|eaks|oke|oken) (the )?glass\b|\bunseen\b/i,
  outdated: /\bvoids?\b/i,
  'Applying…':
    /\babout to run\b|\brunning at the\b|^Executing\b|\bExecuting for\b|\bqueued at the\b|\baccepted by the service\b/i,
  Applied: /\bapproved and done\b/i,
  'outcome unknown': /\bnobody knows\b|\bnot known (whether|how|what)\b/i,
  'expires at 18:05, expired, no longer available':
    /\bit waits \b|\bwaited too long\b|\bnot waiting any more\b/i,
  Edit: /^Change it$/i,
  'Command:, Run …': /\bas a line:|\bthe line for it\b|\bon a line\b/i,
  'audit log': /\b(on|off|the|whole|this) record\b|\bput on record\b/i,
  'Verify the audit log, failed verification': /\bprove that\b|\bdoes not hold\b|\banew\b/i,
  'requested, applied, suggested, in progress': /^(asked|Begun|proposed)$/i,
  'recipients, notifies': /\bwho is told\b|^Tells$|\bthat tells\b|\btells …/i,
  'condition: CPU ≥ 95% for 15 min': /^Fires$|[\d…] %|\bcpu (at|above|over)\b/,
  duration: /\bhow long it must\b/i,
  'CPU threshold (%)': /\b(CPU|Memory|Disk) in percent\b/i,
  'source CIDR, destination CIDR, source data center': /\b(From|To) (ranges?|data center)\b/,
  'destination account': /\bother end\b/i,
  reason: /^Why$|\bWhy:/,
  'billing account': /\baccount that pays\b/i,
  'top charges, by category, invoice date, previous month':
    /^The biggest\b|^By kind$|^Final on$|^Month before$/i,
  'allowed sources; ports': /\breachable from\b/i,
  'name contains, before entry #, filter, checkpoint':
    /^part of the name$|\bolder than entry\b|^what it was about$|\bhash noted\b/i,
  'none, optional': /\bleave out\b|\bleft out\b/i,
  'the cloud API': /\b(the|this) (cloud )?service\b|\bthe service[’']s\b|\bprovider of\b/i,
  Skydesk: /\bthe bot\b|\bthe bot[’']s\b|\bthis bot\b/i,
  'the API identity Skydesk uses': /\bwho the bot is\b/i,
  'status of a background job; running; Refresh': /\bhow far\b|\bbeing done\b|\blook again\b/i,
  'run a health check; all checks passed; 2 warnings': /\b(is|are) in order\b|\bworth a look\b/i,
  'You don’t have permission to view ACME.': /\byou may not\b|\bnothing to see\b/i,
  'Guests can’t use Skydesk.': /\bdoes not serve\b|\bserves (people|the)\b/i,
  'Skydesk is turned off in this channel.':
    /\bcommands are not taken\b|\bcould not take\b|\bnot taken here\b/i,
  'That value isn’t allowed, so nothing was sent.': /\btakes no such\b|\bit was not asked\b/i,
  'If this keeps happening, …': /\bif it stays so\b/i,
  'nothing: a click that changes nothing goes without saying': /\byour click changed\b|\bby this click\b/i,
  'This command changed in a newer version. Run it again.': /\bno longer knows\b/i,
  'Loading…': /\bgetting the form ready\b|\bask once more\b/i,
  'Some details are missing.; Unexpected “x”.; Check this command:':
    /\bfew more words\b|\bone word too many\b|\bcannot run like\b/i,
  'Ask @a or @b.; Anyone else here can do this.':
    /\bthose who may\b|\beveryone else here may\b|\bask anybody\b/i,
  'Needs your review, Your requests, Recent changes, View Audit Log, Updated …':
    /\bwaiting for me\b|^My requests$|\blatest changes\b|^As of\b/i,
  'Sent to your Messages tab.': /\bstands? (under|in|at|there)\b/i,
  'Create alert policy': /^(Alert|Firewall|Autoscale) (local |intra )?create$|\bFirewall local\b/,
  'Manage cloud resources from Slack with previews, approvals and an audit log': /\blook, change, and let\b/i,
  email: /\be-mails?\b/i,
  'DE1 has no cross-data-center firewall policies.': /\bleads from\b/i,
  'can’t, couldn’t, don’t': /\b(cannot|can not|could not|do not|does not|did not|will not|would not)\b/i,
};

/** A name in code, such as the kind of a decision: a text for people has spaces or capitals. */
const isName = ({ text }: Said): boolean => /^[a-z][\w.:#-]*$/.test(text);

const said = [
  ...textsOf(['src']).filter((one) => !isName(one)),
  ...stringsIn(
    'samples',
    allSamples.map(({ rendered, otherwise }) => [rendered, otherwise]),
  ),
  ...stringsIn('slack-manifest.json', manifestFile()),
  ...operations.flatMap(({ id, words }) => stringsIn(`help ${id}`, help(words.map((text) => ({ text }))))),
];

const found = (avoided: RegExp): readonly string[] => [
  ...new Set(said.filter(({ text }) => avoided.test(text)).map(({ where, text }) => `${where}: ${text}`)),
];

test('texts are read from code, without comments, types and imports', () => {
  const source = `import x from 'a b'; type T = 'c d'; /* 'e f' */
    export const y: 'g h' = ['i j', { Kind: \`k \${x} l\` }];`;
  expect(textsIn('x.ts', source).map(({ text }) => text)).toEqual(['i j', 'Kind', 'k … l']);
});

test.each(Object.entries(rows))('Skydesk says: %s', (_, avoided) => {
  expect(found(avoided)).toEqual([]);
});
