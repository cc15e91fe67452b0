import type { Sender } from '@sluice/http';

/** The id of the sender's project as it is answered: that of the default project is a setting. */
export const shownProject = ({ project }: Pick<Sender, 'project'>, defaultId: string): string => project ?? defaultId;
