public import HearthModel
public import RPC

/// Profiles and policies: a household, its members and profiles, their tokens, and their favourites.
///
/// Household, profile and policy come from the caller's token, never from a request. What hands out tokens needs none:
/// ``LocalOwner`` and ``CreateHousehold`` require the machine's owner key, ``RefreshSession`` a device's refresh token,
/// ``PollPairing`` a code that a member has approved, ``AcceptInvitation`` an invitation's token, ``SignInWithApple`` a
/// token of Apple's, and ``StartPairing`` returns nothing but a code to approve.
public enum Profiles: ServiceContract {
    public static let serviceName = ServiceManifest.profiles.name
    public static let name = "hearth.profiles.v1.Profiles"
    public static let requests: [any RPCMethod.Type] = [
        LocalOwner.self, CreateHousehold.self, SwitchProfile.self, GetKeys.self,
        GetHousehold.self, SetHouseholdOptions.self, SetPIN.self,
        ListProfiles.self, CreateProfile.self, RenameProfile.self, DeleteProfile.self,
        RestoreProfile.self,
        AnswerAdultPrompt.self,
        DescribeSettings.self, GetSettings.self, ChangeSettings.self,
        AddFavourite.self, RemoveFavourite.self, ListFavourites.self, FollowFavourites.self,
        FollowEvents.self,
        ListMembers.self, ListRoles.self, ChangeMember.self, DisableMember.self, EnableMember.self,
        RemoveMember.self, LeaveHousehold.self, HandOnOwnership.self,
        InviteMember.self, ListInvitations.self, RevokeInvitation.self, AcceptInvitation.self,
        RefreshSession.self, StartPairing.self, PollPairing.self, GetPairing.self, ApprovePairing.self,
        DenyPairing.self,
        ListDevices.self, RenameDevice.self, DisableDevice.self, EnableDevice.self, RevokeDevice.self,
        SignOutEverywhere.self,
        GetViewingRules.self, SetViewingRules.self, ListViewingPresets.self, GetEffectivePolicy.self,
        ListFeatures.self, GetPlan.self, RedeemTransaction.self, ApplyStoreNotification.self,
        GetLimits.self, SetLimits.self, SetRelock.self,
        SignInWithApple.self, LinkApple.self, UnlinkApple.self,
        DeleteHousehold.self, KeepHousehold.self,
        ConfirmPIN.self,
        PullChanges.self, PullEverything.self, PushChanges.self, WatchChanges.self, GetSyncStatus.self,
        ListConflicts.self, ReverseConflict.self,
    ]

    /// A method with one response.
    public protocol Request: RPCRequest where Service == Profiles {}
    /// A method that answers with items.
    public protocol ServerStream: RPCServerStream where Service == Profiles {}

    /// The roles that may change profiles.
    static let adults = CallAccess.roles("owner", "adult")
    /// The role that runs the household.
    static let owners = CallAccess.roles("owner")
}
