import { anthropicDeclaration, openaiDeclaration, parametersOf } from '@/lib/models/declarations';
import { literal, type ExportTarget } from '../exported-tool';

export const declarations: ExportTarget = {
  id: 'declarations',
  title: 'JSON declarations',
  files(tools, project) {
    const forms = tools.map(({ name, description, inputSchema }) => ({ name, description, parameters: inputSchema }));
    const gemini = forms.map((form) => ({
      name: form.name,
      description: form.description,
      parametersJsonSchema: parametersOf(form),
    }));
    return {
      'anthropic.json': `${literal(forms.map((form) => anthropicDeclaration(form)))}\n`,
      'openai.json': `${literal(forms.map((form) => openaiDeclaration(form)))}\n`,
      'gemini.json': `${literal([{ functionDeclarations: gemini }])}\n`,
      'README.md': `# ${project}

Declarations of ${tools.map(({ name }) => `\`${name}\``).join(', ')}: the value of \`tools\` in a request to Anthropic's Messages API
(\`anthropic.json\`), OpenAI's chat completions (\`openai.json\`) and Gemini's generateContent (\`gemini.json\`). A call that comes back is
yours to run.
`,
    };
  },
};
