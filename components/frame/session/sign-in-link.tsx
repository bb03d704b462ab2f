"use client";

/** The props of a {@link SignInLink}. */
interface SignInLinkProps {
  /** Whether it opens beside this page, which stays as it is with what is unsent in it. */
  readonly besides?: boolean;
  /** Classes of the link; those of a link in a sentence when absent. */
  readonly className?: string;
}

/** The way to the sign-in and back to this page. */
export function SignInLink({ besides = false, className = "link shrink-0 font-medium" }: SignInLinkProps) {
  return (
    <a
      href="/sign-in"
      {...(besides && { target: "_blank", rel: "noopener opener" })}
      className={className}
      onClick={(event) => {
        const back = window.location.pathname + window.location.search;
        event.currentTarget.href = `/sign-in?to=${encodeURIComponent(back)}`;
      }}
    >
      Sign in
    </a>
  );
}
