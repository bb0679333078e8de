/// Responses of The Movie Database (themoviedb.org, API version 3) as they are: the fields are TMDB's own, in camel
/// case, and absent where it sends `null` or nothing. Image paths are arguments of ``MetadataGateway/GetImage``.
///
/// Dates are text because TMDB sends empty ones. Unknown numbers are 0.
public enum TMDB {}
