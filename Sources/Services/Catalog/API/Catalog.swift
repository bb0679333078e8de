public import HearthModel
public import RPC

/// The library of a household: movies, series, episodes and live channels from its playlists, and the programme guide
/// of the channels.
///
/// Every read applies the viewing policy of the caller's token: hidden titles are "not found" and count in no total.
public enum Catalog: ServiceContract {
    public static let serviceName = ServiceManifest.catalog.name
    public static let name = "hearth.catalog.v1.Catalog"
    public static let requests: [any RPCMethod.Type] = [
        ImportPlaylist.self, ImportGuide.self, GetImport.self, FollowImport.self, FollowImports.self,
        CancelImport.self,
        ListSources.self, AddSource.self, UpdateSource.self, RefreshSource.self, UndoImport.self, RemoveSource.self,
        Search.self, ListTitles.self, GetTitle.self, ListEpisodes.self, ListSeriesEpisodes.self, GetCards.self,
        ResolveStream.self,
        NowNext.self, ListOnAir.self, GuideGrid.self,
        Explain.self, FollowEvents.self,
        CorrectTitle.self, JoinTitles.self, SplitTitle.self, PinTitle.self, ListCorrections.self,
        TakeBackCorrection.self, GetIntroTimes.self, SkippableEpisodes.self, Summarize.self, GetFranchise.self,
        ListDiscovery.self, ListGenres.self, ListSimilar.self, ListNeighbours.self,
        Suggest.self, ListRecentSearches.self, NoteSearch.self, ForgetSearches.self, SetSearchHistory.self,
        ListTrendingSearches.self, SearchGuide.self, ResolveCatchup.self, GetSubscriptions.self, SetSubscriptions.self,
        GetProgramme.self, ReportStream.self, ListGuideChannels.self, MatchTitles.self,
        PreviewViewingRules.self, ExplainPolicy.self, ListEpisodeOrders.self, SetEpisodeOrder.self,
    ]

    /// A method with one response.
    public protocol Request: RPCRequest where Service == Catalog {}
    /// A method that answers with items.
    public protocol ServerStream: RPCServerStream where Service == Catalog {}
    /// A method that takes items.
    public protocol ClientStream: RPCClientStream where Service == Catalog {}

    /// The roles that may change the library.
    static let ownerAndAdults = CallAccess.roles("owner", "adult")
}
