import { RULES, type Finding } from '@/lib/tools/lint';
import type { SourcePlace } from './load-tools';

interface Report {
  /** The file, address or command that was checked. */
  readonly name: string;
  /** The number of tools. */
  readonly tools: number;
  readonly findings: readonly (Finding & Partial<SourcePlace>)[];
}

const LEVELS = ['error', 'warning', 'note'] as const;

/** For people: findings by tool, then a line of counts. */
function text({ tools, findings }: Report): string {
  const lines: string[] = [];
  let last: string | undefined;
  for (const { tool, level, rule, at, message, fix, file, line, column } of findings) {
    if (tool !== last) lines.push(...(last === undefined ? [] : ['']), tool);
    last = tool;
    const place = file === undefined ? at : `${file}:${line}:${column}`;
    lines.push(`  ${level.padEnd(7)}  ${message}  (${rule})`, `           ${place}${fix ? `  fix: ${fix.title}` : ''}`);
  }
  const counts = LEVELS.map((level) => counted(findings.filter((finding) => finding.level === level).length, level));
  return [...lines, ...(lines.length > 0 ? [''] : []), `${counts.join(', ')} in ${counted(tools, 'tool')}`].join('\n');
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const json = (report: Report): string => JSON.stringify(report, undefined, 2);

/** SARIF 2.1.0, which code hosts and editors read. */
const sarif = ({ findings }: Report): string =>
  JSON.stringify(
    {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: {
            driver: {
              name: 'toolyard',
              rules: RULES.map(({ id, finds, why, source, level }) => ({
                id,
                shortDescription: { text: finds },
                fullDescription: { text: why },
                helpUri: source,
                defaultConfiguration: { level },
              })),
            },
          },
          results: findings.map(({ rule, level, message, tool, at, file, line, column }) => ({
            ruleId: rule,
            ruleIndex: RULES.findIndex(({ id }) => id === rule),
            level,
            message: { text: `${tool}: ${message}` },
            locations: [
              {
                ...(file !== undefined && {
                  physicalLocation: {
                    artifactLocation: { uri: uriOf(file) },
                    region: { startLine: line, startColumn: column },
                  },
                }),
                logicalLocations: [{ fullyQualifiedName: `${tool}${at}` }],
              },
            ],
          })),
        },
      ],
    },
    undefined,
    2,
  );

/** A file's path as a relative or absolute reference of a URI. */
const uriOf = (file: string): string => encodeURI(file.replaceAll('\\', '/')).replace(/[?#]/g, encodeURIComponent);

/** Every rule, as a table in Markdown. */
export const rulesTable = (): string =>
  [
    '| rule | level | finds | why |',
    '| --- | --- | --- | --- |',
    ...RULES.map(
      ({ id, level, finds, why, source }) => `| \`${id}\` | ${level} | ${finds} | ${why} [Source](${source}) |`,
    ),
  ].join('\n');

export const REPORT_FORMATS = { text, json, sarif };
export type FormatName = keyof typeof REPORT_FORMATS;
export const isFormat = (name: string): name is FormatName => Object.hasOwn(REPORT_FORMATS, name);
