import { z } from "zod";
import { isoMoment } from "../../kernel/clock.ts";
import { JOB_STATES, type KeptJob } from "../../queue/kept-jobs.ts";

/** The id of a job, which is kept as a uuid: the 130 bits of 26 characters are two too many, so the first is below 8. */
const jobId = z.string().regex(/^job_[0-7][0-9a-hjkmnp-tv-z]{25}$/);

export const jobParams = z.object({ job_id: jobId.meta({ description: "The job." }) });

export const jobState = z.enum(JOB_STATES).meta({
  description:
    "`waiting` until it is due; `running`; `retrying` after a try that failed; `completed`; `failed` when ten tries of one " +
    "piece failed, or three of them ended their process: then it lies for 30 days, and can be retried.",
});

export const Job = z
  .object({
    id: z.string(),
    name: z.string().meta({ description: "Kind of job, such as `purge_project`." }),
    state: jobState,
    project_id: z.string().nullable().meta({ description: "The project it is about." }),
    pieces: z.int().meta({ description: "Number of finished steps. A job continues after its last finished step." }),
    attempts: z.int().meta({ description: "Number of attempts of the current step." }),
    max_attempts: z.int().meta({ description: "Number of attempts after which the job fails." }),
    created_at: z.iso.datetime(),
    due_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: "When the next try begins; null unless it waits for one." }),
    started_at: z.iso.datetime().nullable().meta({ description: "When the last try began." }),
    finished_at: z.iso.datetime().nullable().meta({ description: "Time of completion or of the final failure." }),
    error: z
      .object({ message: z.string(), at: z.iso.datetime().nullable() })
      .nullable()
      .meta({ description: "Why the last try failed." }),
  })
  .meta({ id: "Job" });

/** A job as callers see it. */
export function toJob(job: KeptJob): z.input<typeof Job> {
  const { id, data, state, attempts, maxAttempts, dueAt, startedAt, finishedAt, error } = job;
  const iso = (moment: string | null) => (moment === null ? null : isoMoment(moment));
  return {
    id,
    name: data.job,
    state,
    project_id: data.owner?.projectId ?? null,
    pieces: data.steps,
    attempts,
    max_attempts: maxAttempts,
    created_at: data.created_at,
    due_at: state === "waiting" || state === "retrying" ? iso(dueAt) : null,
    started_at: iso(startedAt),
    finished_at: iso(finishedAt),
    error: state === "completed" ? null : error,
  };
}
