import type { PresetTool } from '../preset';

/** The protocol's own names for what ours calls in one word. */
const SPELLINGS: Readonly<Record<string, string>> = {
  goToDefinition: 'definition',
  goToImplementation: 'implementation',
  findReferences: 'references',
  documentSymbol: 'symbols',
  workspaceSymbol: 'symbols',
};

/** Both spellings of an operation, answered by search where there is no language service. */
export const LSP: PresetTool = {
  name: 'LSP',
  executor: 'LSP',
  capabilities: ['sandbox'],
  own: {
    operation: {
      type: 'string',
      enum: [
        'definition',
        'implementation',
        'references',
        'hover',
        'symbols',
        'diagnostics',
        ...Object.keys(SPELLINGS),
      ],
      description: 'What is wanted. Symbols need a file or a query; diagnostics a file; everything else a place.',
    },
  },
  read: ({ operation, ...input }) => ({ ...input, operation: SPELLINGS[String(operation)] ?? operation }),
};
