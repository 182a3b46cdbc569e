/**
 * Zod's issues about packs that people bring, by the English. Zod's own Chinese would come too late, when the issues are
 * already text, or would apply to all validation, including that for models.
 */
export const ZOD: readonly (readonly [en: string, zh: string])[] = [
  ['Invalid input', '输入无效'],
  ['Invalid input: expected {0}, received {1}', '输入无效：应为 {0}，收到 {1}'],
  ['Invalid input: expected {0}', '输入无效：应为 {0}'],
  ['Invalid option: expected one of {0}', '选项无效：应为以下之一：{0}'],
  ['Invalid string: must match pattern {0}', '文本无效：必须匹配模式 {0}'],
  ['Invalid key in record', '记录中的键无效'],
  ['Unrecognized key: {0}', '无法识别的键：{0}'],
  ['Unrecognized keys: {0}', '无法识别的键：{0}'],
  ['Too big: expected {0}', '过大：应为 {0}'],
  ['Too small: expected {0}', '过小：应为 {0}'],
  ['at most {0} levels', '最多 {0} 层'],
  ['at most {0} files', '最多 {0} 个文件'],
  ['at most {0} characters', '最多 {0} 个字符'],
  ['a name such as main.ts', '应为 main.ts 这样的文件名'],
  ['small letters, figures and - only', '只能用小写字母、数字和 -'],
];
