import type { Language } from '@/lib/protocol';
import { namesOf, naming, OUR_SYSTEM, type Addressed, type Names } from '../../system';

type Told = Addressed & { readonly language?: Language | undefined };

/** The texts of file tools, in the call's language and with the names that its model knows. Built once for both. */
export function fileTexts({ language = 'en', system = OUR_SYSTEM }: Told): FileTexts {
  const known = BUILT[language].get(system.names);
  if (known) return known;
  const built = TEXTS[language]({ system });
  BUILT[language].set(system.names, built);
  return built;
}

const BUILT: Readonly<Record<Language, WeakMap<Names, FileTexts>>> = { en: new WeakMap(), zh: new WeakMap() };

interface FileTexts {
  missing(given: string): string;
  missingToChange(given: string): string;
  isFolder(given: string): string;
  tooSlow(given: string): string;
  notFolder(given: string): string;
  notDone(given: string, doing: 'read' | 'write', reason: string): string;
  nowhere(given: string, reason: string): string;
  outside(given: string, real: string, roots: readonly string[]): string;
  tooLarge(given: string, size: string, most: string): string;
  binary(given: string, bytes: string): string;
  notRead(given: string): string;
  stale(given: string): string;
  empty(given: string): string;
  /** One word for an empty file or folder. */
  nothingIn: string;
  noLine(given: string, lines: number, line: number): string;
  /** How much of a file is shown. */
  range(first: number, last: number, all: number): string;
  readOn(line: number): string;
  same: string;
  notFound(given: string, near: string | undefined): string;
  manyMatches(given: string, lines: readonly number[]): string;
  unchanged(given: string): string;
  edited(given: string, lines: readonly number[], changed: string): string;
  written(given: string, existed: boolean, lines: number, changed: string): string;
  noFile(pattern: string, folder: string): string;
  moreFiles(left: number): string;
  emptyFolder(folder: string): string;
  counted(folders: number, files: number): string;
  moreEntries(left: number): string;
  nothingMatches: string;
  moreMatches(left: number): string;
  stoppedEarly: string;
  moved(from: string, to: string, files: string | undefined): string;
  movedNowhere(from: string, to: string): string;
  movedInside(from: string): string;
  folderThere(given: string): string;
  somethingThere(given: string): string;
  deleted(given: string, what: string): string;
  holds(given: string, files: string): string;
  aLink: string;
  link(name: string): string;
  nothingThere: string;
  searchRefused(reason: string): string;
  searchTooSlow: string;
  tooLargeForLines(given: string): string;
  image(given: string, mimeType: string, bytes: string): string;
  bytes(count: string): string;
  foundIn(files: number, matches?: number): string;
  orMore(counted: string): string;
  imageTooLarge(given: string, bytes: string, most: number): string;
  unreadablePdf(given: string, reason: string): string;
}

// oxlint-disable-next-line max-lines-per-function -- a table of texts
const english = (context: Addressed): FileTexts => {
  const { field } = namesOf(context);
  const offset = field('Read', 'offset') ?? 'line';
  const old = field('Edit', 'old_string') ?? 'the text';
  const multiline = field('Grep', 'multiline');
  const look = naming(context, ['Glob'], (glob) => ` Look for it with ${glob}.`);
  return {
    missing: (given) =>
      `${given} does not exist. ${naming(context, ['Glob'], (glob) => `Look for it with ${glob}, or c`) || 'C'}heck the spelling.`,
    missingToChange: (given) => {
      const both = naming(
        context,
        ['Glob', 'Write'],
        (glob, write) => ` Look for it with ${glob}, or create it with ${write}.`,
      );
      return `${given} does not exist.${both || look}`;
    },
    isFolder: (given) =>
      `${given} is a folder, not a file. Name a file in it${naming(context, ['Glob'], (glob) => `; ${glob} lists them`)}.`,
    tooSlow: (given) => `${given} took too long to go through. Use a simpler pattern, or a folder further down.`,
    notFolder: (given) => `${given} is not a folder, or a part of its path is a file. Correct the path.`,
    notDone: (given, doing, reason) => `${given} could not be ${doing === 'read' ? 'read' : 'written'}: ${reason}`,
    nowhere: (given, reason) => `${given} leads nowhere: ${reason}.`,
    outside: (given, real, roots) =>
      `${given} leads to ${real}, which may not be written to. Write below ${roots.join(' or ')}, or ask the person to allow ` +
      'another folder in the settings.',
    tooLarge: (given, size, most) =>
      `${given} has ${size} MB, and at most ${most} MB are read.` +
      naming(context, ['Grep'], (grep) => ` Search it with ${grep}.`) +
      naming(context, ['Bash'], (bash) => ` Cut out what you need with ${bash} (head, tail, sed -n).`),
    binary: (given, bytes) =>
      `${given} is a binary file (${bytes} bytes) and cannot be shown as text.` +
      naming(context, ['Bash'], (bash) => ` Look at it with a program in ${bash}, such as file, od or strings.`),
    notRead: (given) => `${given} exists and has not been read in this conversation. Read it first, then change it.`,
    stale: (given) =>
      `${given} is not as it was when you read it: a person or a program has changed it since. Read it again, then make your ` +
      'change to what it says now.',
    empty: (given) => `${given} is empty`,
    nothingIn: 'empty',
    noLine: (given, lines, line) => `${given} has ${counted(lines, 'line')}; there is no line ${line}.`,
    range: (first, last, all) => (last - first + 1 === all ? counted(all, 'line') : `lines ${first}–${last} of ${all}`),
    readOn: (line) => `read on with ${offset} ${line}`,
    same: `${old} and ${field('Edit', 'new_string') ?? 'its replacement'} are the same, so there is nothing to do.`,
    notFound: (given, near) =>
      `${old} does not occur in ${given}. ` +
      (near === undefined
        ? 'Read the file again.'
        : `The nearest lines are:\n${near}\nCopy the text exactly, or read the file again.`),
    manyMatches(given, lines) {
      const all = field('Edit', 'replace_all');
      return (
        `${old} occurs ${lines.length} times in ${given}, at lines ${listed(lines, ', ')}. Make the call again with more of the lines around the one ` +
        `you mean, so that it occurs once${all === undefined ? '' : `, or set ${all} to change every one`}.`
      );
    },
    unchanged: (given) => `The change leaves ${given} as it is.`,
    edited(given, lines, changed) {
      const all = listed(lines, ', ');
      const where = lines.length === 1 ? `at line ${all}` : `in ${lines.length} places, at lines ${all}`;
      return `Edited ${given} ${where} (${changed}).`;
    },
    written: (given, existed, lines, changed) =>
      `${existed ? 'Replaced' : 'Created'} ${given}: ${counted(lines, 'line')} (${changed}).`,
    noFile: (pattern, folder) => `No file below ${folder} matches ${pattern}.`,
    moreFiles: (left) => `[… ${left} more; narrow the pattern to see them]`,
    emptyFolder: (folder) => `${folder} is empty.`,
    counted: (folders, files) => `${counted(folders, 'folder')}, ${counted(files, 'file')}`,
    moreEntries: (left) =>
      `[… ${left} more${naming(context, ['Glob'], (glob) => `; look for what you want with ${glob}`)}]`,
    nothingMatches: 'Nothing matches.',
    moreMatches: (left) =>
      `[… ${left} more; narrow the search${named(field('Grep', 'head_limit'), (name) => `, or raise ${name}`)}]`,
    stoppedEarly: '[The search stopped at its limit: there may be more.]',
    moved: (from, to, files) => `Moved ${from} to ${to}${files === undefined ? '' : `, ${files}`}.`,
    movedNowhere: (from, to) => `${from} and ${to} are the same path.`,
    movedInside: (from) => `${from} cannot be moved into itself. Choose a destination outside of it.`,
    folderThere: (given) =>
      `${given} is a folder that is there already. To move into it, make the call again with the new name too: ` +
      `${given.replace(/\/$/, '')}/….`,
    somethingThere: (given) => `${given} is there already. Choose another name, or delete that first.`,
    deleted: (given, what) => `Deleted ${given} (${what}).`,
    holds: (given, files) =>
      `${given} is a folder that holds ${files}. ${naming(context, ['Ls'], (ls) => `Look into it with ${ls}; `)}` +
      `if all of it is to go, make the call again with ${field('Delete', 'recursive') ?? 'all it holds'}.`,
    aLink: 'a link',
    link: (name) => `${name} (link)`,
    nothingThere: 'nothing that exists',
    searchRefused: (reason) => `The search cannot be made: ${reason}.`,
    searchTooSlow:
      'The search took too long and was cut off. Use a simpler pattern, or narrow the search with path or glob.',
    tooLargeForLines: (given) =>
      `${given} is too large for matches that span lines. Search it without ${multiline ?? 'matches over lines'}` +
      `${naming(context, ['Bash'], (bash) => `, or cut out a part with ${bash} first`)}.`,
    image: (given, mimeType, bytes) => `${given} is an image (${mimeType}, ${bytes} bytes); it is attached.`,
    bytes: (count) => `${count} bytes`,
    foundIn: (files, matches) => {
      const inFiles = counted(files, 'file');
      return matches === undefined ? inFiles : `${matches} ${matches === 1 ? 'match' : 'matches'} in ${inFiles}`;
    },
    orMore: (found) => `${found}, or more`,
    imageTooLarge: (given, bytes, most) =>
      `${given} is an image of ${bytes} bytes; at most ${most} are shown. Make it smaller first.`,
    unreadablePdf: (given, reason) =>
      `${given} is a PDF that could not be read: ${reason}. Ask the person for another copy.`,
  };
};

const chinese = (context: Addressed): FileTexts => {
  const { field } = namesOf(context);
  const offset = field('Read', 'offset') ?? '起始行';
  const old = field('Edit', 'old_string') ?? '原文';
  return {
    missing: (given) =>
      `读取文件失败：${given} 不存在。请${naming(context, ['Glob'], (glob) => `用 ${glob} 查找，或`)}检查拼写。`,
    missingToChange: (given) =>
      `读取文件失败：${given} 不存在。` +
      naming(context, ['Glob', 'Write'], (glob, write) => `请用 ${glob} 查找，或用 ${write} 创建。`),
    isFolder: (given) =>
      `${given} 是目录，不是文件。请指定其中的文件${naming(context, ['Glob'], (glob) => `；${glob} 可以列出它们`)}。`,
    tooSlow: (given) => `遍历 ${given} 用时过长。请使用更简单的模式，或更深一层的目录。`,
    notFolder: (given) => `${given} 不是目录，或其路径中有一段是文件。请更正路径。`,
    notDone: (given, doing, reason) => `${doing === 'read' ? '读取' : '写入'} ${given} 失败：“${reason}”。`,
    nowhere: (given, reason) => `路径 ${given} 无法解析：“${reason}”。`,
    outside: (given, real, roots) =>
      `路径 ${given}（指向 ${real}）不在允许的写入范围 ${roots.join('、')} 内。请写入上述目录，或请用户在设置中允许其他目录。`,
    tooLarge: (given, size, most) =>
      `文件过大（${size} MB），最多读取 ${most} MB：${given}。` +
      naming(context, ['Grep'], (grep) => `请用 ${grep} 搜索。`) +
      naming(context, ['Bash'], (bash) => `也可用 ${bash} 截取所需部分（head、tail、sed -n）。`),
    binary: (given, bytes) =>
      `${given} 看起来是二进制文件（${bytes} 字节），无法作为文本显示。` +
      naming(context, ['Bash'], (bash) => `请用 ${bash} 中的程序查看，例如 file、od 或 strings。`),
    notRead: (given) => `${given} 已存在，但在本次对话中尚未读取。请先读取，再修改。`,
    stale: (given) => `${given} 在你读取之后已被改动。请重新读取，再按其现状修改。`,
    empty: (given) => `${given} 为空`,
    nothingIn: '空',
    noLine: (given, lines, line) => `${given} 共有 ${lines} 行，没有第 ${line} 行。`,
    range: (first, last, all) => (last - first + 1 === all ? `共 ${all} 行` : `第 ${first}–${last} 行，共 ${all} 行`),
    readOn: (line) => `继续读取请将 ${offset} 设为 ${line}`,
    same: `${old} 与 ${field('Edit', 'new_string') ?? '新文本'} 相同，无需修改。`,
    notFound: (given, near) =>
      `在 ${given} 中未找到要替换的文本。请确认 ${old} 与文件内容完全一致（包括缩进和空格）。` +
      (near === undefined ? '请重新读取该文件。' : `最接近的行是：\n${near}`),
    manyMatches(given, lines) {
      const all = field('Edit', 'replace_all');
      return (
        `${old} 在 ${given} 中出现多次（${lines.length} 处，第 ${listed(lines, '、')} 行）。请提供更多上下文，使其唯一` +
        `${all === undefined ? '' : `，或设置 ${all} 以全部替换`}。`
      );
    },
    unchanged: (given) => `此修改使 ${given} 保持原样。`,
    edited: (given, lines, changed) => `文件已编辑：${given}\n替换位置：第 ${listed(lines, '、')} 行\n变更：${changed}`,
    written: (given, existed, lines, changed) =>
      `文件已${existed ? '覆盖' : '创建'}：${given}（${lines} 行）\n变更：${changed}`,
    noFile: (pattern, folder) => `${folder} 下没有文件匹配 ${pattern}。`,
    moreFiles: (left) => `[……另有 ${left} 个；请缩小模式范围]`,
    emptyFolder: (folder) => `${folder} 为空。`,
    counted: (folders, files) => `${folders} 个目录，${files} 个文件`,
    moreEntries: (left) => `[……另有 ${left} 个${naming(context, ['Glob'], (glob) => `；请用 ${glob} 查找`)}]`,
    nothingMatches: '没有匹配。',
    moreMatches: (left) =>
      `[……另有 ${left} 个；请缩小搜索范围${named(field('Grep', 'head_limit'), (name) => `，或增大 ${name}`)}]`,
    stoppedEarly: '[搜索已达上限而停止，可能还有更多。]',
    moved: (from, to, files) => `已将 ${from} 移动到 ${to}${files === undefined ? '' : `（${files}）`}。`,
    movedNowhere: (from, to) => `${from} 与 ${to} 是同一路径。`,
    movedInside: (from) => `不能将 ${from} 移动到它自身之内。请选择其外的目标路径。`,
    folderThere: (given) =>
      `目录 ${given} 已存在。若要移入其中，请在目标路径中写明新名称后再次调用：${given.replace(/\/$/, '')}/……`,
    somethingThere: (given) => `${given} 已存在。请另选名称，或先将其删除。`,
    deleted: (given, what) => `已删除 ${given}（${what}）。`,
    holds: (given, files) =>
      `目录 ${given} 中有 ${files}。${naming(context, ['Ls'], (ls) => `请先用 ${ls} 查看；`)}` +
      `若要全部删除，请设置 ${field('Delete', 'recursive') ?? '“包含全部内容”'} 后再次调用。`,
    aLink: '链接',
    link: (name) => `${name}（链接）`,
    nothingThere: '不存在的路径',
    searchRefused: (reason) => `无法搜索：“${reason}”。`,
    searchTooSlow: '搜索耗时过长，已被中断。请使用更简单的模式，或缩小搜索范围。',
    tooLargeForLines: (given) => `${given} 太大，无法跨行匹配。请逐行搜索。`,
    image: (given, mimeType, bytes) => `${given} 是图片（${mimeType}，${bytes} 字节），已附上。`,
    bytes: (count) => `${count} 字节`,
    foundIn: (files, matches) => (matches === undefined ? `${files} 个文件` : `${files} 个文件中有 ${matches} 处匹配`),
    orMore: (found) => `${found}，或更多`,
    imageTooLarge: (given, bytes, most) => `${given} 是 ${bytes} 字节的图片；最多显示 ${most} 字节。请先缩小它。`,
    unreadablePdf: (given, reason) => `${given} 是无法读取的 PDF：“${reason}”。请让用户提供另一份。`,
  };
};

/** Maximum line numbers listed if a text occurs often. */
const MOST_LINES = 20;

const listed = (lines: readonly number[], separator: string): string =>
  [...lines.slice(0, MOST_LINES), ...(lines.length > MOST_LINES ? ['…'] : [])].join(separator);

const counted = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`;

const named = (name: string | undefined, say: (name: string) => string): string =>
  name === undefined ? '' : say(name);

const TEXTS: Readonly<Record<Language, (context: Addressed) => FileTexts>> = { en: english, zh: chinese };
