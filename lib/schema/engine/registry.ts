import { isObject, type JsonSchema } from '../json-schema';
import { dialectOf, type SchemaDraft } from './dialect';
import { SchemaProblem } from '../problem';
import { indexDocument, resolveUri, withoutFragment, type DocumentIndex, type Resource } from './resources';
import { DRAFT_07 } from './meta-schemas/draft-07';
import { DRAFT_2020_12 } from './meta-schemas/draft-2020-12';

/** Schemas that a `$ref` may point to, by URI. */
export type SchemaLibrary = Readonly<Record<string, JsonSchema | boolean>>;

/** A schema and the resource that contains it. */
export interface ReferenceTarget {
  schema: unknown;
  resource: Resource;
}

/** The base URI of a schema that has none. */
const NOWHERE = 'schema:///';

/** Resolves the references of one schema. */
export class SchemaRegistry {
  readonly root: Resource;
  private readonly documents: DocumentIndex[];
  private readonly targets = new Map<JsonSchema, Map<string, ReferenceTarget>>();

  constructor(
    schema: JsonSchema,
    private readonly library: SchemaLibrary,
    draft: SchemaDraft | undefined,
  ) {
    const document = indexDocument(schema, NOWHERE, this.findMetaSchema);
    this.documents = [document];
    this.root = document.root;
    if (draft) {
      const declared = dialectOf(schema.$schema, this.findMetaSchema(String(schema.$schema)));
      if (!declared)
        for (const resource of document.startingAt.values())
          resource.dialect = { draft, guessed: false, validates: true };
    }
  }

  /** The resource that starts at a schema, if it has an `$id`. */
  startingAt(schema: JsonSchema): Resource | undefined {
    for (const document of this.documents) {
      const resource = document.startingAt.get(schema);
      if (resource) return resource;
    }
    return undefined;
  }

  /** The resource that a schema stands in; the document's own for what is no part of it. */
  around(schema: unknown): Resource {
    for (const document of this.documents) {
      const resource = document.around.get(schema);
      if (resource) return resource;
    }
    return this.root;
  }

  /** The target of a reference inside a schema. */
  resolve(from: JsonSchema, reference: string, base: Resource): ReferenceTarget {
    let known = this.targets.get(from);
    if (!known) this.targets.set(from, (known = new Map()));
    let target = known.get(reference);
    if (!target) known.set(reference, (target = this.find(reference, base)));
    return target;
  }

  private find(reference: string, base: Resource): ReferenceTarget {
    const uri = reference.startsWith('#') ? base.uri : withoutFragment(resolveUri(reference, base.uri));
    const resource = reference.startsWith('#') ? base : this.resource(uri);
    const at = reference.indexOf('#');
    const fragment = at === -1 ? '' : decode(reference.slice(at + 1), reference);
    const target = !resource
      ? undefined
      : fragment === '' || fragment.startsWith('/')
        ? this.follow(fragment, resource)
        : this.anchor(fragment, resource);
    if (!target) throw new SchemaProblem('reference', reference);
    return target;
  }

  private anchor(name: string, resource: Resource): ReferenceTarget | undefined {
    const schema = resource.anchors.get(name);
    return schema && { schema, resource };
  }

  private follow(pointer: string, start: Resource): ReferenceTarget | undefined {
    let node: unknown = start.root;
    let resource = start;
    for (const token of pointer.split('/').slice(1)) {
      const key = token.replace(/~1/g, '/').replace(/~0/g, '~');
      if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return undefined;
      node = Reflect.get(node, key);
      resource = (isObject(node) ? this.startingAt(node) : undefined) ?? resource;
    }
    return { schema: node, resource };
  }

  private resource(uri: string): Resource | undefined {
    for (const document of this.documents) {
      const resource = document.byUri.get(uri);
      if (resource) return resource;
    }
    const schema = this.libraryEntry(uri);
    if (schema === undefined) return undefined;
    const document = indexDocument(schema, uri, this.findMetaSchema);
    this.documents.push(document);
    return document.byUri.get(uri);
  }

  private readonly findMetaSchema = (uri: string): unknown => this.libraryEntry(withoutFragment(uri));

  private libraryEntry(uri: string): unknown {
    for (const library of [this.library, META_SCHEMAS]) {
      for (const key of [uri, `${uri}#`]) if (Object.hasOwn(library, key)) return library[key];
    }
    return undefined;
  }
}

function decode(fragment: string, reference: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    throw new SchemaProblem('reference', reference);
  }
}

/** The meta-schemas that a `$ref` can always point to, by URI. */
const META_SCHEMAS: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  [DRAFT_07, ...DRAFT_2020_12].map((schema) => [schema.$id.replace(/#$/, ''), schema]),
);
