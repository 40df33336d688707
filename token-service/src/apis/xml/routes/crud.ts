import type { Caller } from '@service/billing/ports/caller.ts';
import type { Writable } from '@service/billing/resources/resource.ts';
import type { Resource } from '@service/billing/resources/schema.ts';
import type { Submitted } from '@service/billing/resources/submitted.ts';
import type { Version } from '@service/billing/resources/version.ts';
import type { ApiRequest, Endpoint } from '../endpoint.ts';
import { created, nothing, shown } from './answers.ts';
import { submitted, toCreate, toUpdate } from './submission.ts';

/** The values of the parameters in a path, in order. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Rest}` ? [string, ...NamesIn<Rest>] : [];

/** The operations of a resource. They get the names in the path, such as the account of an address. */
interface Crud<R extends Resource, Path extends string> {
  /** The path at which records are created and listed. */
  readonly path: Path;
  /** The parameter behind `path` that names one record. */
  readonly key: string;
  readonly find: (caller: Caller, ...names: [...NamesIn<Path>, string]) => Promise<object>;
  readonly create: (caller: Caller, ...given: [...NamesIn<Path>, Submitted<Writable<R>>]) => Promise<object>;
  readonly update: (caller: Caller, ...given: [...NamesIn<Path>, string, Submitted<Writable<R>>]) => Promise<object>;
  /** Missing: records stay. */
  readonly remove?: (caller: Caller, ...names: [...NamesIn<Path>, string]) => Promise<void>;
  /** Returns a record as a version shows it, if that differs from how it is stored. */
  readonly view?: (record: object, version: Version) => object;
  /** The verb in the name of the last endpoint, if the resource has another one than `delete`. */
  readonly removal?: string;
  /** The version that the endpoints came with; undefined: every version has them. */
  readonly since?: Version;
}

/** Returns the endpoints that create, show, update and, where it is possible, delete records of a resource. */
export const crudOf = <R extends Resource, const Path extends string>(
  resource: R,
  {
    path,
    key,
    find,
    create,
    update,
    remove,
    view: shownAs = (record) => record,
    removal = 'delete',
    since,
  }: Crud<R, Path>,
): Endpoint[] => {
  const { name } = resource;
  const one = `${path}/:${key}`;
  const gate = since ? { since } : {};
  const creating = toCreate(resource);
  const changing = toUpdate(resource);
  const namesAbove = [...path.matchAll(/:(\w+)/g)].map(([, parameter = '']) => parameter);

  const above = ({ params }: ApiRequest) =>
    namesAbove.map((parameter) => params[parameter] ?? '') as unknown as NamesIn<Path>;
  const names = (request: ApiRequest): [...NamesIn<Path>, string] => [...above(request), request.params[key] ?? ''];
  /** A record with the names of those that it belongs to, which its links need. */
  const view = ({ params, version }: ApiRequest, record: object): object => ({
    ...shownAs(record, version),
    ...Object.fromEntries(namesAbove.map((parameter) => [parameter, params[parameter]])),
  });

  return [
    {
      name: `create_${name}`,
      method: 'POST',
      path,
      ...gate,
      body: creating,
      async handle(request) {
        const record = await create(request.caller, ...above(request), submitted(request, creating));
        return created(resource, view(request, record));
      },
    },
    {
      name,
      method: 'GET',
      path: one,
      ...gate,
      handle: async (request) => shown(resource, view(request, await find(request.caller, ...names(request)))),
    },
    {
      name: `update_${name}`,
      method: 'PUT',
      path: one,
      ...gate,
      body: changing,
      async handle(request) {
        const record = await update(request.caller, ...names(request), submitted(request, changing));
        return shown(resource, view(request, record));
      },
    },
    ...(remove
      ? [
          {
            name: `${removal}_${name}`,
            method: 'DELETE' as const,
            path: one,
            ...gate,
            async handle(request: ApiRequest) {
              await remove(request.caller, ...names(request));
              return nothing;
            },
          },
        ]
      : []),
  ];
};
