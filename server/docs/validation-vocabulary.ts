/** A kind of mistake a 422 can name. */
export interface MistakeKind {
  /** The item's `type`; a group of like-named ones is written together. */
  types: readonly string[];
  /** Condition under which the message is sent. */
  when: string;
  /** Names of the fields of `ctx`. */
  ctx: readonly string[];
}

/** The words of a 422, in the order a request meets them. */
export const VALIDATION_VOCABULARY: readonly MistakeKind[] = [
  {
    types: ["json_invalid"],
    when: "The body is not JSON. `loc` ends with the character offset.",
    ctx: ["error"],
  },
  { types: ["missing"], when: "A required field, parameter or body is absent.", ctx: [] },
  {
    types: ["extra_forbidden"],
    when: "A field or parameter does not exist, a parameter is repeated, or there is a body where none is taken.",
    ctx: ["suggestion"],
  },
  {
    types: ["model_attributes_type"],
    when: "An object was expected.",
    ctx: [],
  },
  { types: ["dict_type"], when: "A free-form object was expected.", ctx: [] },
  { types: ["list_type", "tuple_type"], when: "An array was expected.", ctx: [] },
  {
    types: ["too_short", "too_long"],
    when: "An array has too few or too many items.",
    ctx: ["field_type", "min_length", "max_length", "actual_length"],
  },
  { types: ["string_type"], when: "A string was expected.", ctx: [] },
  {
    types: ["string_too_short", "string_too_long"],
    when: "A string is too short or too long, counted in code points.",
    ctx: ["min_length", "max_length"],
  },
  {
    types: ["string_pattern_mismatch"],
    when: "A string does not match the required pattern, such as that of an id.",
    ctx: ["pattern"],
  },
  {
    types: ["string_unicode"],
    when: "A string contains NUL or half a surrogate pair, which cannot be stored.",
    ctx: [],
  },
  {
    types: ["bytes_too_long"],
    when: "A free-form object is larger than the limit of its field, in bytes of JSON.",
    ctx: ["max_length"],
  },
  {
    types: ["int_type", "int_parsing", "int_from_float"],
    when: "An integer was expected; in a path or query also as text.",
    ctx: [],
  },
  { types: ["int_parsing_size"], when: "An integer is too large to be stored exactly.", ctx: [] },
  { types: ["float_type", "float_parsing"], when: "A number was expected; in a path or query also as text.", ctx: [] },
  { types: ["finite_number"], when: "A number is infinite or not a number.", ctx: [] },
  {
    types: ["greater_than", "greater_than_equal", "less_than", "less_than_equal"],
    when: "A number is out of its bounds.",
    ctx: ["gt", "ge", "lt", "le"],
  },
  { types: ["multiple_of"], when: "A number is not a multiple of the required number.", ctx: ["multiple_of"] },
  {
    types: ["bool_type", "bool_parsing"],
    when: "A boolean was expected; in a query also `yes`, `no`, `on`, `off`, `1`, `0`.",
    ctx: [],
  },
  { types: ["none_required"], when: "Only null is allowed.", ctx: [] },
  { types: ["enum", "literal_error"], when: "The value is not one of the listed values.", ctx: ["expected"] },
  {
    types: ["union_tag_not_found", "union_tag_invalid"],
    when: "The discriminator of an object with several forms is missing or unknown.",
    ctx: ["discriminator", "tag", "expected_tags"],
  },
  { types: ["uuid_type", "uuid_parsing"], when: "A UUID was expected.", ctx: ["error"] },
  {
    types: ["datetime_type", "datetime_from_date_parsing", "datetime_object_invalid"],
    when: "A date and time according to RFC 3339 was expected.",
    ctx: ["error"],
  },
  { types: ["timezone_aware"], when: "A date and time has no offset.", ctx: [] },
  {
    types: ["url_type", "url_parsing", "url_scheme", "url_too_long"],
    when: "An absolute URL was expected.",
    ctx: ["error", "expected_schemes", "max_length"],
  },
  {
    types: ["value_error"],
    when: "Another rule is violated, such as a missing parent, a cycle, a repeated field, or a sequence that has not been reached. `msg` states the rule.",
    ctx: [],
  },
];
