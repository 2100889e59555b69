using Microsoft.AspNetCore.Http.Connections.Features;
using Microsoft.AspNetCore.SignalR;
using System.Collections.Concurrent;

public record OperatorRequest(int CustomerId, string? Text, string? ImageUrl);

/// <summary>Endpoints for tests, without authorization. The hub filter records the connections.</summary>
public class Control : IHubFilter
{
    public ConcurrentDictionary<string, HubCallerContext> Connections { get; } = new();

    public Task OnConnectedAsync(HubLifetimeContext context, Func<HubLifetimeContext, Task> next)
    {
        Connections[context.Context.ConnectionId] = context.Context;
        return next(context);
    }

    public Task OnDisconnectedAsync(
        HubLifetimeContext context, Exception? exception, Func<HubLifetimeContext, Exception?, Task> next)
    {
        Connections.TryRemove(context.Context.ConnectionId, out _);
        return next(context, exception);
    }
}

public static class ControlEndpoints
{
    public static void AddControl(this IServiceCollection services)
    {
        services.AddSingleton<Control>();
        services.Configure<HubOptions>(options => options.AddFilter<Control>());
    }

    public static void MapControl(this WebApplication app)
    {
        // Stores a message of the operator and delivers it live.
        app.MapPost("/control/operator", async (OperatorRequest request, ChatStore store, IHubContext<ChatHub> hub) =>
        {
            var message = store.Add(request.CustomerId, new(
                ChatStore.OperatorId, request.CustomerId, request.Text, request.ImageUrl, DateTime.UtcNow));
            await hub.Clients.User($"{request.CustomerId}").SendAsync("ReceiveMessage", message);
        });
        app.MapPost("/control/abort", (Control control) =>
        {
            foreach (var context in control.Connections.Values) context.Abort();
        });
        app.MapGet("/control/connections", (Control control) => control.Connections.Values.Select(context => new
        {
            customerId = int.Parse(context.UserIdentifier!),
            transport = context.Features.Get<IHttpTransportFeature>()!.TransportType.ToString(),
        }));
    }
}
