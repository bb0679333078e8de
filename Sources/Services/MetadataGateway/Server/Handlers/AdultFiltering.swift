internal import HearthModel
internal import MetadataGatewayAPI

// Profiles that hide adult content do not see titles that TMDB flags, neither by ID nor in a list. Kids profiles with
// viewing rules see none by TMDB's own responses: cards alone are judged by rules (`OutsidePolicy`).

extension Viewer {
    /// Whether a viewer may see a title with these flags.
    func sees(isForAdults: Bool) -> Bool {
        service != nil || policy.ruleSet == nil && (policy.allowsAdult || !isForAdults)
    }
}

extension TMDB.TitlePage {
    /// The page without titles that the viewer may not see.
    func shown(to viewer: Viewer) -> TMDB.TitlePage {
        var page = self
        page.results = results.filter { viewer.sees(isForAdults: $0.isForAdults) }.map { title in
            var title = title
            title.knownFor = title.knownFor?.filter { viewer.sees(isForAdults: $0.isForAdults) }
            return title
        }
        return page
    }
}

extension TMDB.Movie {
    /// The film as a viewer may see it.
    ///
    /// - Throws: ``MetadataGatewayError/unknownTitle`` when it may not.
    func shown(to viewer: Viewer) throws(MetadataGatewayError) -> TMDB.Movie {
        guard viewer.sees(isForAdults: isForAdults) else { throw .unknownTitle }
        var movie = self
        (movie.similar, movie.recommendations) = (similar?.shown(to: viewer), recommendations?.shown(to: viewer))
        return movie
    }
}

extension TMDB.Show {
    /// The show as a viewer may see it.
    ///
    /// - Throws: ``MetadataGatewayError/unknownTitle`` when it may not.
    func shown(to viewer: Viewer) throws(MetadataGatewayError) -> TMDB.Show {
        guard viewer.sees(isForAdults: isForAdults) else { throw .unknownTitle }
        var show = self
        (show.similar, show.recommendations) = (similar?.shown(to: viewer), recommendations?.shown(to: viewer))
        return show
    }
}
