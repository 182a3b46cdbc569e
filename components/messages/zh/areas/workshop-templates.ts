import type { Translated } from '../../catalogues';
import type en from '../../en/areas/workshop-templates';

const zh: Translated<typeof en> = {
  pure: '计算',
  pureAbout: '输入文本，输出文本，不触及任何外部资源。',
  files: '读取文件',
  filesAbout: '用 context.files 读取，遵守你的权限规则。',
  edits: '修改文件',
  editsAbout: '用 context.files 写入：每次修改都经过你的规则，并可撤销。',
  command: '运行命令',
  commandAbout: '用 context.shell 运行测试：只给出失败的部分，简短。',
  cli: '封装命令行程序',
  cliAbout: '用具名字段代替 diff 的选项，并逐个加引号。',
  http: '访问网络',
  httpAbout: '用 context.fetch 读取网页，内网地址会被拒绝。',
  mcp: '调用 MCP 服务器',
  mcpAbout: '连接一个服务器（此处为本页自带的），并调用它的一个工具。',
  image: '返回图片',
  imageAbout: '绘制 SVG，连同文本一起返回。',
  around: '环绕调用',
  aroundAbout: '不含工具：你自己的 Hook、中间件、canUseTool 和分类。',
};
export default zh;
