import { Button } from '../../elements/button';
import { cx } from '../../elements/cx';
import { count } from '../../elements/format';
import { requestLocale, serverText } from '../../messages/server';
import type { Text } from '../../messages/text';
import { PageHeader } from '../header/page-header';
import { BehaviourRows } from './behaviour-panel';
import { aboutDesign } from './about-design';
import { comparedTools, DESIGNS, OURS, type Design, type DesignedTool } from './designs';
import { Trial } from './trial';

const designOf = (id: string | undefined, otherwise: string): Design => {
  const find = (wanted: string | undefined) => DESIGNS.find((design) => design.id === wanted);
  const design = find(id) ?? find(otherwise);
  if (!design) throw new Error(`There is no design ${otherwise}.`);
  return design;
};

/** Two designs of the same tools, side by side: names, fields, tokens. A page of its own that works without scripts. */
export async function Comparison(props: {
  left: string | undefined;
  right: string | undefined;
  call?: string | undefined;
}) {
  const text = await serverText('presets');
  const left = designOf(props.left, OURS);
  const right = designOf(props.right, 'claude-agent-sdk');
  const rows = comparedTools(left, right);
  return (
    <div className="flex h-dvh flex-col">
      <PageHeader current="presets" />
      <main className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto grid w-full max-w-6xl auto-rows-max gap-3 px-3 py-4 md:px-5">
          <header className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
            <h1 className="text-md font-semibold">{text('title')}</h1>
            <p className="text-dim">{text('explains')}</p>
          </header>
          <form method="get" className="flex flex-wrap items-end gap-3">
            <Choice name="left" label={text('left')} chosen={left} text={text} />
            <Choice name="right" label={text('right')} chosen={right} text={text} />
            <Button type="submit">{text('compare')}</Button>
          </form>
          <Trial left={left.id} right={right.id} chosen={props.call} />
          <div role="region" aria-label={text('comparison')} tabIndex={0} className="rounded-md border border-line">
            <table className="w-full table-fixed border-collapse text-left text-xs wrap-anywhere">
              <thead className="top-0 bg-panel md:sticky">
                <tr className="align-top">
                  <th scope="col" className="w-[24%] px-1.5 py-2 font-medium text-dim md:w-[16%] md:px-3">
                    {text('executor')}
                  </th>
                  <Heading design={left} text={text} />
                  <Heading design={right} text={text} />
                </tr>
              </thead>
              <BehaviourRows left={left.id} right={right.id} />
              <tbody className="divide-y divide-line">
                {rows.map((row) => (
                  <tr key={row.executor} className="align-top hover:bg-hover">
                    <th scope="row" className="px-1.5 py-1.5 font-mono font-normal text-dim md:px-3">
                      {row.executor}
                    </th>
                    <Cell tools={row.left} others={row.right} text={text} />
                    <Cell tools={row.right} others={row.left} text={text} />
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      </main>
    </div>
  );
}

function Choice(props: { name: string; label: string; chosen: Design; text: Text<'presets'> }) {
  const { name, label, chosen, text } = props;
  return (
    <label className="grid gap-1 text-xs text-dim">
      {label}
      <span className="pick">
        <select name={name} defaultValue={chosen.id}>
          {DESIGNS.map(({ id, title }) => (
            <option key={id} value={id}>
              {id === OURS ? text('ownDesign') : title}
            </option>
          ))}
        </select>
      </span>
    </label>
  );
}

async function Heading({ design, text }: { design: Design; text: Text<'presets'> }) {
  const locale = await requestLocale();
  const { id, title, count: tools, tokens } = design;
  return (
    <th scope="col" className="px-1.5 py-2 font-normal md:px-3">
      <span className="font-medium">{id === OURS ? text('ownDesign') : title}</span>{' '}
      <span className="text-dim tabular-nums">{text('figures', { count: tools, tokens: count(tokens, locale) })}</span>
      <span className="block text-dim">{aboutDesign(text, id)}</span>
      <a href={id === OURS ? '/' : `/?preset=${id}`} className="text-accent hover:underline">
        {text('tryIt')}
      </a>
    </th>
  );
}

function Cell(props: { tools: readonly DesignedTool[]; others: readonly DesignedTool[]; text: Text<'presets'> }) {
  const { tools, others, text } = props;
  if (tools.length === 0) return <td className="px-1.5 py-1.5 text-faint md:px-3">{text('none')}</td>;
  return (
    <td className="px-1.5 py-1.5 md:px-3">
      {tools.map((tool) => (
        <ToolInWords key={tool.name} tool={tool} other={others[0]} text={text} />
      ))}
    </td>
  );
}

/** A field or name that the other side lacks is marked by colour and weight. */
async function ToolInWords(props: { tool: DesignedTool; other: DesignedTool | undefined; text: Text<'presets'> }) {
  const locale = await requestLocale();
  const { tool, other, text } = props;
  const isOther = (field: string): boolean => other !== undefined && !other.fields.includes(field);
  return (
    <>
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <code className={cx(other && other.name !== tool.name && 'font-semibold')}>{tool.name}</code>
        <span className="text-faint tabular-nums">{count(tool.tokens, locale)}</span>
      </span>
      <span className="flex flex-wrap gap-x-2 font-mono text-2xs text-dim">
        {tool.fields.map((field) => (
          <span key={field} className={cx(isOther(field) && 'font-semibold text-accent')}>
            {field}
          </span>
        ))}
      </span>
      {tool.outputLimit !== undefined && tool.outputLimit !== other?.outputLimit && (
        <span className="text-2xs text-faint">{text('outputLimit', { count: count(tool.outputLimit, locale) })}</span>
      )}
    </>
  );
}
