import type { ApiKey } from './api-key';

/** Credentials of another project than that of PROJECT_ID would see and change its data: projects are not kept apart yet. */
export function projectProblems(apiKeys: readonly ApiKey[], projectId: string): string[] {
  return apiKeys.flatMap(({ project = projectId }, index) =>
    project === projectId
      ? []
      : [
          `keys[${index}].project: expected ${JSON.stringify(projectId)} (PROJECT_ID), the only project, got "${project}"`,
        ],
  );
}
