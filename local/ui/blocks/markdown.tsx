import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import type { ReactNode } from 'react';
import { asString, type JsonObject } from '../../slack/payload/json.ts';
import { decoded } from '../../text/entities.ts';
import { parsePlain } from '../../text/parse-mrkdwn.ts';
import { Inlines } from './parts/inline.tsx';
import { KeyedList } from './parts/keyed-list.ts';
import { OutLink } from './parts/slack-link.tsx';
import { Preformatted } from './parts/text-object.tsx';

/** A markdown block: standard Markdown. HTML in it stays text. */
export function Markdown({ block }: { block: JsonObject }) {
  return (
    <div className="bk-markdown">
      <Nodes of={lexer(asString(block.text))} />
    </div>
  );
}

function Nodes({ of = [] }: { of: readonly Token[] | undefined }) {
  return <KeyedList of={of} show={(token) => <Node token={token as MarkedToken} />} />;
}

/** Below those of the page and of header blocks. */
const headingTags = ['h4', 'h5', 'h6'] as const;

function Node({ token }: { token: MarkedToken }): ReactNode {
  switch (token.type) {
    case 'heading': {
      const Tag = headingTags[Math.min(token.depth, headingTags.length) - 1] ?? 'h6';
      return (
        <Tag className="bk-heading" dir="auto">
          <Nodes of={token.tokens} />
        </Tag>
      );
    }
    case 'paragraph':
      return (
        <p className="bk-text" dir="auto">
          <Nodes of={token.tokens} />
        </p>
      );
    case 'blockquote':
      return (
        <blockquote className="bk-quoted">
          <Nodes of={token.tokens} />
        </blockquote>
      );
    case 'list':
      return <List list={token} />;
    case 'code':
      return <Preformatted text={token.text} />;
    case 'codespan':
      return <code>{decoded(token.text)}</code>;
    case 'table':
      return <MarkdownTable table={token} />;
    case 'strong':
      return (
        <strong>
          <Nodes of={token.tokens} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Nodes of={token.tokens} />
        </em>
      );
    case 'del':
      return (
        <s>
          <Nodes of={token.tokens} />
        </s>
      );
    case 'link':
      return (
        <OutLink url={token.href}>
          <Nodes of={token.tokens} />
        </OutLink>
      );
    case 'image':
      return <OutLink url={token.href}>{token.text || token.href}</OutLink>;
    case 'checkbox':
      return <input type="checkbox" checked={token.checked} disabled aria-label="Done" />;
    case 'hr':
      return <hr className="bk-divider" />;
    case 'br':
      return <br />;
    case 'text':
      return token.tokens ? <Nodes of={token.tokens} /> : <Inlines of={parsePlain(token.text)} />;
    case 'escape':
      return token.text;
    case 'html':
      return token.block ? <p className="bk-text">{token.text}</p> : token.text;
    default:
      return null;
  }
}

function List({ list }: { list: Tokens.List }) {
  const items = (
    <KeyedList
      of={list.items}
      show={(item) => (
        <li className={item.task ? 'bk-task' : undefined} dir="auto">
          <Nodes of={item.tokens} />
        </li>
      )}
    />
  );
  return list.ordered ? (
    <ol className="bk-list" start={list.start === '' ? 1 : list.start}>
      {items}
    </ol>
  ) : (
    <ul className="bk-list">{items}</ul>
  );
}

function MarkdownTable({ table }: { table: Tokens.Table }) {
  return (
    <div className="bk-table-frame">
      <table className="bk-table">
        <thead>
          <tr>
            <KeyedList
              of={table.header}
              show={({ align, tokens }) => (
                <th scope="col" data-align={align ?? 'left'}>
                  <Nodes of={tokens} />
                </th>
              )}
            />
          </tr>
        </thead>
        <tbody>
          <KeyedList
            of={table.rows}
            show={(row) => (
              <tr>
                <KeyedList
                  of={row}
                  show={({ align, tokens }) => (
                    <td data-align={align ?? 'left'}>
                      <Nodes of={tokens} />
                    </td>
                  )}
                />
              </tr>
            )}
          />
        </tbody>
      </table>
    </div>
  );
}
