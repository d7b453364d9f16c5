/**
 * Slack's limits, in characters, items or (for `Value`) numbers. Pairs are the least and the most.
 * Where sources disagree, the smaller number is used, so that what passes here passes there.
 */
export const slackLimits = {
  message: {
    text: 40_000,
    blocks: 50,
    allBlocks: 13_000,
    allCells: 10_000,
    charts: 2,
  },
  view: {
    blocks: 100,
    title: 24,
    submit: 24,
    close: 24,
    privateMetadata: 3_000,
    callbackId: 255,
    externalId: 255,
    bytes: 250_000,
  },
  blockId: 255,
  actionId: 255,
  actions: { elements: [1, 25] },
  alert: { text: 3_000 },
  context: { elements: [1, 10], text: 3_000 },
  dataTable: { rows: [2, 101], columns: [1, 20], pageSizeValue: [1, 100] },
  chart: { title: 50, label: 20, axisLabel: 50, series: [1, 6], points: [1, 20] },
  header: { text: 150 },
  image: { altText: 2_000 },
  input: { label: 2_000, hint: 2_000 },
  plan: { tasks: [0, 50] },
  section: { text: 3_000, fields: [1, 10], fieldText: 2_000 },
  button: { text: 75, value: 2_000, accessibilityLabel: 75 },
  option: { text: 75, value: 75, description: 75 },
  checkboxes: { options: [1, 10] },
  select: { options: [1, 100], groups: [1, 100], groupLabel: 75, selectedValue: [1, 100] },
  overflow: { options: [1, 5] },
  confirm: { title: 100, text: 300, confirm: 30, deny: 30 },
  placeholder: 150,
  textInput: { lengthValue: [1, 3_000], initialValue: 3_000 },
} as const satisfies Table;

interface Table {
  [name: string]: number | readonly [least: number, most: number] | Table;
}
