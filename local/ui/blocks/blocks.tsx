import './blocks.css';
import type { ComponentType, ReactNode } from 'react';
import { asString, type JsonObject, lookUp } from '../../slack/payload/json.ts';
import { Actions } from './actions.tsx';
import { Chart } from './chart.tsx';
import { DataTable } from './data-table.tsx';
import { Input } from './input.tsx';
import { Alert, Context, Divider, Header, Picture, Section } from './layout.tsx';
import { RichText } from './parts/rich-text-block.tsx';
import { Unknown } from './parts/unknown.tsx';
import { Plan } from './tasks.tsx';

type Renderer = ComponentType<{ readonly block: JsonObject }>;

const renderers: Record<string, Renderer> = {
  actions: Actions,
  alert: Alert,
  context: Context,
  data_table: DataTable,
  data_visualization: Chart,
  divider: Divider,
  header: Header,
  image: Picture,
  input: Input,
  plan: Plan,
  rich_text: RichText,
  section: Section,
};

/** Whether a block ends with a line of text to which something can be appended. */
function endsInText({ type, fields, accessory }: JsonObject): boolean {
  if (type === 'section') return fields === undefined && accessory === undefined;
  return type === 'rich_text' || type === 'context';
}

/**
 * Blocks as Slack shows them. Their surface receives input and clicks.
 * @param mark appended to the last line of text or, if there is none, shown below all blocks
 */
export function Blocks({ blocks, mark }: { blocks: readonly JsonObject[]; mark?: ReactNode }) {
  const marked = mark === undefined ? -1 : blocks.findLastIndex(endsInText);
  return (
    <div className="bk">
      {blocks.map((block, at) => {
        const key = `${asString(block.type)} ${asString(block.block_id) || at}`;
        if (at !== marked) return <Block key={key} block={block} />;
        return (
          <div key={key} className="bk-marked">
            <Block block={block} />
            {mark}
          </div>
        );
      })}
      {marked < 0 && mark}
    </div>
  );
}

function Block({ block }: { block: JsonObject }) {
  const Renderer = lookUp(renderers, asString(block.type)) ?? Unknown;
  return <Renderer block={block} />;
}
