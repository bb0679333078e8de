/// What The Movie Database (themoviedb.org, API version 3) answers, as it answers it: the fields are its own, in camel
/// case, and absent where it says `null` or nothing. Paths of pictures are given to ``MetadataGateway/GetImage``.
///
/// Dates are text because TMDB sends empty ones. Unknown numbers are 0.
public enum TMDB {}
